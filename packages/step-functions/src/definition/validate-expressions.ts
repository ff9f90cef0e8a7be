import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { expressionSource, isExpressionText, parseJsonata } from "../expression/jsonata-expression.ts";
import { childNodes, type JsonataNode, walkNodes } from "../expression/jsonata-node.ts";
import { thrownText } from "../expression/thrown-text.ts";
import type { Findings } from "./diagnostic.ts";

/** Members of `$states` that only some fields have. */
type Offer = "result" | "errorOutput";

const always = new Set(["input", "context"]);

const withResult = new Set(["Task", "Parallel", "Map"]);

const templateFields = [
  "Arguments",
  "Credentials",
  "Items",
  "ItemSelector",
  "ItemReader",
  "ItemBatcher",
  "ResultWriter",
  "Seconds",
  "Timestamp",
  "TimeoutSeconds",
  "HeartbeatSeconds",
  "MaxConcurrency",
  "ToleratedFailureCount",
  "ToleratedFailurePercentage",
  "Error",
  "Cause",
];

/** Names that a node reads from the context item, of which an expression in a state has none. */
function contextReads(node: JsonataNode): readonly string[] {
  switch (node.type) {
    case "name":
      return [String(node.value)];
    case "wildcard":
    case "descendant":
      return [String(node.value)];
    case "parent":
      return ["%"];
    case "variable":
      return node.value === "" ? ["$"] : [];
    case "path":
      // Later steps, and predicates, sorts and groups on any step, have the step before them as their context.
      return node.steps?.[0] === undefined ? [] : contextReads(node.steps[0]);
    case "transform":
      return [];
    default:
      return topLevelChildren(node).flatMap(contextReads);
  }
}

function topLevelChildren(node: JsonataNode): readonly JsonataNode[] {
  const { predicate: _predicate, group: _group, stages: _stages, ...own } = node;
  if (node.type !== "lambda") return childNodes(own);
  return childNodes({ type: "lambda", body: node.body }); // Parameters are names, not reads.
}

function offeredMember(node: JsonataNode): string | undefined {
  const [first, second] = node.type === "path" ? (node.steps ?? []) : [];
  if (first?.type !== "variable" || first.value !== "states" || second?.type !== "name") return undefined;
  return String(second.value);
}

function unsupportedReferences(tree: JsonataNode, offers: ReadonlySet<string>): ReadonlySet<string> {
  const messages = new Set(
    contextReads(tree).map((name) => `Reference to '${name}' at the top level is not supported.`),
  );
  for (const node of walkNodes(tree)) {
    if (node.type === "variable" && node.value === "$") messages.add("Reference to '$$' is not supported.");
    const member = offeredMember(node);
    if (member !== undefined && !always.has(member) && !offers.has(member)) {
      messages.add(`Field '$states.${member}' does not exist.`);
    }
  }
  return messages;
}

function checkExpression(
  source: string,
  location: string,
  offers: ReadonlySet<Offer>,
  findings: Findings,
): void {
  try {
    const { tree } = parseJsonata(source);
    for (const message of unsupportedReferences(tree, offers)) {
      findings.add("UNSUPPORTED_JSONATA_EXPRESSION", message, location);
    }
  } catch (error) {
    findings.add(
      "INVALID_JSONATA_EXPRESSION",
      thrownText(error, "message") ?? "Unknown JSONata error",
      location,
    );
  }
}

function checkText(value: string, location: string, offers: ReadonlySet<Offer>, findings: Findings): void {
  if (isExpressionText(value)) {
    checkExpression(expressionSource(value), location, offers, findings);
    return;
  }
  // With spaces around it, what looks like an expression is a text like any other.
  const opens = value.startsWith("{%");
  const closes = value.endsWith("%}");
  if (!opens && !closes) return;
  findings.add(
    "INVALID_JSONATA_EXPRESSION",
    `A JSONata expression must be enclosed in '{%' and '%}', but '${opens ? "%}" : "{%"}' is missing`,
    location,
  );
}

function checkTemplate(
  value: JsonValue,
  location: string,
  offers: ReadonlySet<Offer>,
  findings: Findings,
): void {
  if (typeof value === "string") {
    checkText(value, location, offers, findings);
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      checkTemplate(item, `${location}[${index}]`, offers, findings);
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value))
      checkTemplate(item, `${location}/${key}`, offers, findings);
  }
}

function checkFieldsOf(
  owner: JsonObject,
  names: readonly string[],
  location: string,
  offers: ReadonlySet<Offer>,
  findings: Findings,
): void {
  for (const name of names) {
    const value = owner[name];
    if (value !== undefined) checkTemplate(value, `${location}/${name}`, offers, findings);
  }
}

function checkRules(
  rules: JsonValue | undefined,
  names: readonly string[],
  location: string,
  offers: ReadonlySet<Offer>,
  findings: Findings,
): void {
  if (!Array.isArray(rules)) return;
  for (const [index, rule] of rules.entries()) {
    if (isJsonObject(rule)) checkFieldsOf(rule, names, `${location}[${index}]`, offers, findings);
  }
}

/** Parses every expression of one state and checks what it refers to; `location` is the state's. */
export function validateExpressions(state: JsonObject, location: string, findings: Findings): void {
  const nothing: ReadonlySet<Offer> = new Set();
  const result: ReadonlySet<Offer> = withResult.has(String(state.Type)) ? new Set(["result"]) : nothing;
  checkFieldsOf(state, templateFields, location, nothing, findings);
  checkFieldsOf(state, ["Output", "Assign"], location, result, findings);
  checkRules(state.Choices, ["Condition", "Output", "Assign"], `${location}/Choices`, nothing, findings);
  checkRules(state.Catch, ["Output", "Assign"], `${location}/Catch`, new Set(["errorOutput"]), findings);
}
