import * as z from "zod";

/** One thing that a caller wants to do, as IAM sees it. */
export interface IamRequest {
  readonly action: string;
  /** An ARN, or `*` where the service takes none. */
  readonly resource: string;
  /** Condition keys of the request and its caller; a list where the service gives one. */
  readonly context: Readonly<Record<string, string | readonly string[]>>;
}

/** `refused`: nothing allows it · `denied`: something forbids it. */
export type Decision = "allowed" | "refused" | "denied";

const Texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const Values = z.union([
  z.union([z.string(), z.boolean(), z.number()]).transform((value) => [String(value)]),
  z.array(z.string()),
]);
/** Strict: what this evaluator does not know must not look as if it were not there. */
export const Statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Action: Texts,
  Resource: Texts,
  Condition: z.record(z.string(), z.record(z.string(), Values)).default({}),
});
type Statement = z.infer<typeof Statement>;
export const PolicyDocument = z.strictObject({
  Version: z.literal("2012-10-17"),
  Statement: z.array(Statement),
});
export type PolicyDocument = z.infer<typeof PolicyDocument>;

/**
 * What identity policies of one account come to for a request, as AWS evaluates them: a denial wins, and without an allowance nothing
 * is allowed. https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic_policy-eval-basics.html
 * @throws Error for an operator of conditions that it does not know
 */
export function evaluatePolicies(policies: readonly PolicyDocument[], request: IamRequest): Decision {
  const context = new Map(
    Object.entries(request.context).map(([key, value]) => [key.toLowerCase(), [value].flat()]),
  );
  const fitting = policies.flatMap(({ Statement: all }) =>
    all.filter((statement) => fits(statement, request, context)),
  );
  if (fitting.some(({ Effect }) => Effect === "Deny")) return "denied";
  return fitting.length > 0 ? "allowed" : "refused";
}

type Context = ReadonlyMap<string, readonly string[]>;

const fits = ({ Action, Resource, Condition }: Statement, request: IamRequest, context: Context): boolean =>
  Action.some((action) => like(action.toLowerCase(), request.action.toLowerCase(), null)) &&
  Resource.some((resource) => like(resource, request.resource, context)) &&
  Object.entries(Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, wanted]) => holds(operator, wanted, key, context)),
  );

function holds(operator: string, wanted: readonly string[], key: string, context: Context): boolean {
  const given = context.get(key.toLowerCase());
  if (operator === "Null") return wanted.includes(String(given === undefined));
  const [, every, name = ""] = /^(ForAllValues:|ForAnyValue:)?(.+?)$/.exec(operator) ?? [];
  const ifExists = name.endsWith("IfExists");
  const test = operators[name.replace(/IfExists$/, "")];
  if (test === undefined) throw new Error(`no test of policies knows the operator ${operator}`);
  if (given === undefined) return ifExists || every === "ForAllValues:" || test.negative;
  const one = (value: string): boolean => {
    const found = wanted.some((pattern) => test.matches(pattern, value, context));
    return test.negative ? !found : found;
  };
  return every === "ForAllValues:" ? given.every(one) : given.some(one);
}

interface Operator {
  readonly matches: (pattern: string, value: string, context: Context) => boolean;
  /** It holds where nothing matches, also where the key is missing. */
  readonly negative: boolean;
}
const equal: Operator["matches"] = (pattern, value, context) => substituted(pattern, context) === value;
const same: Operator["matches"] = (pattern, value) => pattern.toLowerCase() === value.toLowerCase();
const operators: Readonly<Record<string, Operator>> = {
  StringEquals: { matches: equal, negative: false },
  StringNotEquals: { matches: equal, negative: true },
  StringLike: { matches: like, negative: false },
  StringNotLike: { matches: like, negative: true },
  ArnLike: { matches: like, negative: false },
  ArnEquals: { matches: like, negative: false },
  Bool: { matches: same, negative: false },
  NumericLessThan: { matches: (bound, value) => Number(value) < Number(bound), negative: false },
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** A variable, `*` or `?`, or what stands for itself. */
const parts = /\$\{([^}]+)\}|([*?])|([^*?$]+|\$)/g;

/** Null: no variables are filled in. What a variable brings along is no pattern, and one without value fits nothing. */
function like(pattern: string, value: string, context: Context | null): boolean {
  let text = "";
  for (const [whole, variable, wildcard] of pattern.matchAll(parts)) {
    if (wildcard !== undefined) text += wildcard === "*" ? ".*" : ".";
    else if (variable === undefined || context === null) text += escaped(whole);
    else {
      const filled = filledBy(variable, context);
      if (filled === undefined) return false;
      text += escaped(filled);
    }
  }
  return new RegExp(`^${text}$`, "s").test(value);
}

function substituted(text: string, context: Context): string | undefined {
  let missing = false;
  const filled = text.replaceAll(/\$\{([^}]+)\}/g, (_, variable: string) => {
    const value = filledBy(variable, context);
    missing ||= value === undefined;
    return value ?? "";
  });
  return missing ? undefined : filled;
}

/** `${*}`, `${?}` and `${$}` stand for those characters. */
function filledBy(variable: string, context: Context): string | undefined {
  if (/^[*?$]$/.test(variable)) return variable;
  const [value, ...others] = context.get(variable.toLowerCase()) ?? [];
  return others.length === 0 ? value : undefined;
}
