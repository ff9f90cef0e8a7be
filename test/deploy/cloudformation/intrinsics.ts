import * as z from "zod";
import { account } from "../account.ts";
import type { Template } from "./template.ts";

/** What intrinsic functions are resolved with. */
export interface Names {
  readonly stackName: string;
  readonly template: Pick<Template, "Conditions" | "Mappings" | "Parameters">;
  ref(logicalId: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  /** What another stack told when it was deployed. */
  output(stackName: string, name: string): unknown;
}

/** What `AWS::NoValue` stands for: the property is not there. */
const nothing = Symbol("AWS::NoValue");

const OfStack = z.strictObject({ StackName: z.string(), OutputName: z.string(), Region: z.string() });

type Fields = Readonly<Record<string, unknown>>;
const List = z.array(z.unknown());
const Text = z.coerce.string();

const pseudo = (stackName: string): Fields => ({
  "AWS::Region": account.region,
  "AWS::AccountId": account.accountId,
  "AWS::Partition": "aws",
  "AWS::URLSuffix": "amazonaws.com",
  "AWS::StackName": stackName,
  "AWS::StackId": account.arn("cloudformation", `stack/${stackName}/rehearsal`),
  "AWS::NoValue": nothing,
});

/**
 * A template's value with its intrinsic functions resolved.
 * @throws Error for a function that this reader does not know, and for a name that nothing has
 */
export function resolved(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, names)).filter((one) => one !== nothing);
  if (typeof value !== "object" || value === null) return value;
  const [[name, argument] = [], ...others] = Object.entries(value);
  if (name !== undefined && others.length === 0 && (name === "Ref" || name.startsWith("Fn::"))) {
    const call = functions[name];
    if (call === undefined) throw new Error(`the reader knows no ${name}`);
    return call(argument, names);
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => {
      const done = resolved(one, names);
      return done === nothing ? [] : [[key, done]];
    }),
  );
}

type Intrinsic = (argument: unknown, names: Names) => unknown;

const referred: Intrinsic = (argument, names) => {
  const name = Text.parse(argument);
  const fixed = pseudo(names.stackName);
  if (name in fixed) return fixed[name];
  return names.template.Parameters[name]?.Default ?? names.ref(name);
};

const attribute: Intrinsic = (argument, names) => {
  const [id = "", ...path] = (typeof argument === "string" ? argument.split(".") : List.parse(argument)).map(
    String,
  );
  return names.attribute(id, path.join("."));
};

/** `${Name}`, `${Name.Attribute}`, `${!Literal}`, with values of its own before the template's. */
const substituted: Intrinsic = (argument, names) => {
  const [text, own] = typeof argument === "string" ? [argument, {}] : List.parse(argument);
  const values = z.record(z.string(), z.unknown()).parse(own ?? {});
  return Text.parse(text).replace(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
    if (literal !== "") return `\${${name}}`;
    if (name in values) return String(resolved(values[name], names));
    return String(name.includes(".") ? attribute(name, names) : referred(name, names));
  });
};

export function conditionHolds(name: string, names: Names): boolean {
  const condition = names.template.Conditions[name];
  if (condition === undefined) throw new Error(`there is no condition ${name}`);
  return truth(condition, names);
}

const truth = (value: unknown, names: Names): boolean => {
  if (typeof value === "object" && value !== null && "Condition" in value)
    return conditionHolds(String(value.Condition), names);
  return resolved(value, names) === true;
};

const functions: Readonly<Record<string, Intrinsic>> = {
  Ref: referred,
  "Fn::GetAtt": attribute,
  "Fn::Sub": substituted,
  "Fn::Join": (argument, names) => {
    const [delimiter, parts] = List.parse(argument);
    return List.parse(resolved(parts, names)).join(Text.parse(delimiter));
  },
  "Fn::Select": (argument, names) => {
    const [index, list] = List.parse(resolved(argument, names));
    return List.parse(list)[Number(index)];
  },
  "Fn::Split": (argument, names) => {
    const [delimiter, text] = List.parse(resolved(argument, names));
    return Text.parse(text).split(Text.parse(delimiter));
  },
  // https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-getstackoutput.html
  "Fn::GetStackOutput": (argument, names) => {
    const { StackName, OutputName, Region } = OfStack.parse(resolved(argument, names));
    if (Region !== account.region) throw new Error(`the rehearsal has no stacks in ${Region}`);
    return names.output(StackName, OutputName);
  },
  "Fn::FindInMap": (argument, names) => {
    const [map = "", first = "", second = ""] = List.parse(resolved(argument, names)).map(String);
    const found = names.template.Mappings[map]?.[first]?.[second];
    if (found === undefined) throw new Error(`there is no ${second} of ${first} in the mapping ${map}`);
    return found;
  },
  "Fn::GetAZs": () => ["a", "b"].map((zone) => `${account.region}${zone}`),
  "Fn::Base64": (argument, names) => Buffer.from(Text.parse(resolved(argument, names))).toString("base64"),
  "Fn::If": (argument, names) => {
    const [condition, then, otherwise] = List.parse(argument);
    return resolved(conditionHolds(Text.parse(condition), names) ? then : otherwise, names);
  },
  "Fn::Equals": (argument, names) => {
    const [one, other] = List.parse(resolved(argument, names));
    return one === other;
  },
  "Fn::Not": (argument, names) => !truth(List.parse(argument)[0], names),
  "Fn::And": (argument, names) => List.parse(argument).every((one) => truth(one, names)),
  "Fn::Or": (argument, names) => List.parse(argument).some((one) => truth(one, names)),
};

/** Of every resource of its own template that a value names. */
export function referencesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(referencesOf);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === "Ref") return [String(one)];
    if (key === "Fn::GetAtt") return [String(Array.isArray(one) ? one[0] : one).split(".")[0] ?? ""];
    if (key === "Fn::Sub") {
      const text = String(Array.isArray(one) ? one[0] : one);
      const named = [...text.matchAll(/\$\{([^!}.]+)[^}]*\}/g)].map(([, name = ""]) => name);
      return [...named, ...(Array.isArray(one) ? referencesOf(one[1]) : [])];
    }
    return referencesOf(one);
  });
}
