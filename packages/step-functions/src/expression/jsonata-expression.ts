import type jsonata from "jsonata";
import type { Bindings, EvaluationContext } from "./bindings.ts";
import { isCheap, iterationDepthOf, sourcesOf } from "./evaluation-cost.ts";
import {
  depthLimitExceeded,
  EvaluationLimitError,
  memoryLimitExceeded,
  timeLimitExceeded,
} from "./evaluation-limits.ts";
import type { JsonValue } from "./json-value.ts";
import { type JsonataNode, walkNodes } from "./jsonata-node.ts";
import { ownKeysJsonata } from "./own-keys-jsonata.ts";
import { comparePlainly, plainComparisonOf } from "./plain-comparison.ts";
import { plainPathOf, readPlainPath } from "./plain-path.ts";
import { QueryEvaluationError } from "./query-evaluation-error.ts";
import { guardBinding, guardNeedOf, installGuard } from "./runaway-guard.ts";
import { Sandbox } from "./sandbox.ts";
import { pureServiceFunctions, randomFunction, uuidFunction } from "./service-functions.ts";
import { SliceExceededError } from "./slice-exceeded-error.ts";
import { thrownText } from "./thrown-text.ts";
import { toPlainJson, UnsupportedResultError } from "./to-plain-json.ts";

type FromMillis = (millis: number, picture?: string, timezone?: string) => string;

/** JSONata's own `$fromMillis`, which formats what `$now` is given. */
const { implementation: fromMillis } = (await ownKeysJsonata("$fromMillis").evaluate(undefined)) as {
  readonly implementation: FromMillis;
};

/** `$now` and `$millis` at a given time: within one evaluation they always agree, as JSONata's own do. */
function clockFunctions(epochMs: number): {
  readonly now: (picture?: string, timezone?: string) => string;
  readonly millis: () => number;
} {
  return { now: (picture, timezone) => fromMillis(epochMs, picture, timezone), millis: () => epochMs };
}

/** One compiled `{% … %}`. It may be evaluated many times and by many executions at once. */
export interface JsonataExpression {
  /** The text between the braces, trimmed, as causes quote it. */
  readonly source: string;
  /** Fails with `QueryEvaluationError`; the value is there at once for a plain path, alone or compared with a literal. */
  evaluate(location: string, bindings: Bindings, context: EvaluationContext): JsonValue | Promise<JsonValue>;
}

export function isExpressionText(text: string): boolean {
  return text.length >= 4 && text.startsWith("{%") && text.endsWith("%}");
}

export function expressionSource(text: string): string {
  return text.slice(2, -2).trim();
}

interface ParsedJsonata {
  readonly expression: jsonata.Expression;
  readonly tree: JsonataNode;
}

/** Each is read to be checked and again to be compiled, and machines have many in common. */
const parsedBefore = new Map<string, ParsedJsonata>();
const mostParsed = 1_000;
const longestParsed = 2_000;

/** Parses with JSONata 2.0.6; throws its syntax error, whose `message` is what the service reports. */
export function parseJsonata(source: string): ParsedJsonata {
  const known = parsedBefore.get(source);
  if (known !== undefined) return known;
  const expression = ownKeysJsonata(source);
  const parsed = { expression, tree: expression.ast() as unknown as JsonataNode };
  if (source.length > longestParsed) return parsed;
  parsedBefore.set(source, parsed);
  const [oldest = source] = parsedBefore.keys();
  if (parsedBefore.size > mostParsed) parsedBefore.delete(oldest);
  return parsed;
}

function describe(error: unknown): string {
  if (error instanceof EvaluationLimitError) return `: ${error.message}`;
  if (error instanceof SliceExceededError) return `: ${timeLimitExceeded().message}`;
  const [name, code, message] = ["name", "code", "message"].map((member) => thrownText(error, member));
  if (name === "RangeError" && code === undefined) {
    // V8's own bounds, in whichever context: the stack of a deep tree, or the length of one string or array.
    const limit = /call stack/i.test(message ?? "") ? depthLimitExceeded() : memoryLimitExceeded();
    return `: ${limit.message}`;
  }
  return code === undefined ? `: ${message ?? String(error)}` : `. ${code}: ${message}`;
}

/** Where expressions run that could run away. */
const sandbox = new Sandbox();

function frameBindings(
  bindings: Bindings,
  context: EvaluationContext,
  copied: boolean,
): Record<string, unknown> {
  const variables = copied ? structuredClone(bindings.variables) : bindings.variables;
  return {
    ...pureServiceFunctions,
    random: randomFunction(context.random),
    uuid: uuidFunction(context.uuid),
    [guardBinding]: { depth: 0 },
    ...(context.epochMs === undefined ? {} : clockFunctions(context.epochMs())),
    ...variables,
    states: copied ? structuredClone(bindings.states) : bindings.states,
  };
}

/** Grouping a bare variable pushes onto the variable's own array when that is empty (JSONata 2.0.6). */
function writesToItsInput(tree: JsonataNode): boolean {
  for (const node of walkNodes(tree)) if (node.type !== "path" && node.group !== undefined) return true;
  return false;
}

/** The two objects whose members may be read late: an expression that returns one of them wants what it is now. */
function liveObjects({ states }: Bindings): ReadonlySet<unknown> {
  return new Set<unknown>([states, states.context]);
}

export function compileExpression(source: string): JsonataExpression {
  const { expression, tree } = parseJsonata(source);
  const path = plainPathOf(tree);
  const comparison = plainComparisonOf(tree);
  const need = guardNeedOf(tree);
  const depth = iterationDepthOf(tree);
  const sources = sourcesOf(tree);
  const copied = writesToItsInput(tree);

  const fail = (location: string, context: EvaluationContext, ending: string): never => {
    throw new QueryEvaluationError(
      context,
      `The JSONata expression '${source}' specified for the field '${location}' ${ending}`,
      location,
    );
  };
  const prepare = (compiled: jsonata.Expression) => {
    if (need.kind === "hooks") installGuard(compiled, need.depth);
  };
  prepare(expression);
  const interpret = async (location: string, bindings: Bindings, context: EvaluationContext) => {
    let value: JsonValue | undefined;
    try {
      if (need.kind === "too deep") throw depthLimitExceeded();
      const frame = frameBindings(bindings, context, copied);
      const returned = isCheap(depth, sources(bindings))
        ? await expression.evaluate(undefined, frame)
        : sandbox.evaluate(source, frame, context.timeMs, prepare);
      value = toPlainJson(returned, liveObjects(bindings));
    } catch (error) {
      if (error instanceof SliceExceededError && context.whenOver() === "postpone") throw error;
      if (error instanceof UnsupportedResultError) {
        return fail(location, context, "returned an unsupported result type.");
      }
      return fail(location, context, `threw an error during evaluation${describe(error)}`);
    }
    return value === undefined ? fail(location, context, "returned nothing (undefined).") : value;
  };
  return {
    source,
    evaluate(location, bindings, context) {
      const isEqual = comparison && comparePlainly(comparison, bindings);
      if (isEqual !== undefined) return isEqual;
      const read = path === undefined ? undefined : readPlainPath(path, bindings);
      if (read === undefined || "array" in read) return interpret(location, bindings, context);
      const found: unknown = read.value;
      const live = found === bindings.states || found === bindings.states.context;
      const value = live ? toPlainJson(read.value, liveObjects(bindings)) : read.value;
      return value === undefined ? fail(location, context, "returned nothing (undefined).") : value;
    },
  };
}
