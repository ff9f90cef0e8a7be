import { isJsonObject, type JsonObject, type JsonValue, jsonItems } from "../expression/json-value.ts";
import { expressionSource, isExpressionText, parseJsonata } from "../expression/jsonata-expression.ts";
import { walkNodes } from "../expression/jsonata-node.ts";
import { assignedNames } from "./validate-variables.ts";

type States = readonly (readonly [name: string, state: JsonObject])[];

/** Every state of every level, an outer one before those inside it. */
function statesOf(level: JsonValue | undefined): States {
  if (!isJsonObject(level) || !isJsonObject(level.States)) return [];
  return Object.entries(level.States).flatMap(([name, state]) => {
    if (!isJsonObject(state)) return [];
    return [[name, state] as const, ...[state.ItemProcessor, ...jsonItems(state.Branches)].flatMap(statesOf)];
  });
}

/** The variables an expression reads, without those it binds itself. */
function readBy(source: string): readonly string[] {
  const read = new Set<string>();
  const bound = new Set<unknown>();
  for (const node of walkNodes(parseJsonata(source).tree)) {
    if (node.type === "variable") read.add(String(node.value));
    if (node.type === "bind") bound.add(node.lhs?.value);
    if (node.type === "lambda") for (const { value } of node.arguments ?? []) bound.add(value);
  }
  return [...read].filter((name) => !bound.has(name));
}

function collect(value: JsonValue, into: Set<string>): void {
  if (typeof value === "string") {
    if (isExpressionText(value)) for (const name of readBy(expressionSource(value))) into.add(name);
  } else if (Array.isArray(value)) for (const item of value) collect(item, into);
  else if (isJsonObject(value)) for (const item of Object.values(value)) collect(item, into);
}

/**
 * Which state reads which variables, as the service shows it with a definition; undefined when none does. `definition`
 * has to be valid. Of all names that look like variables those count that the machine assigns: the rest are functions.
 */
export function variableReferences(definition: string): Record<string, readonly string[]> | undefined {
  const states = statesOf(JSON.parse(definition));
  const assigned = assignedNames(Object.fromEntries(states));
  const references: Record<string, readonly string[]> = {};
  for (const [name, state] of states) {
    const { ItemProcessor: _processor, Branches: _branches, ...own } = state;
    const read = new Set<string>();
    collect(own, read);
    const variables = [...read].filter((variable) => assigned.has(variable)).sort();
    if (variables.length > 0) references[name] = variables;
  }
  return Object.keys(references).length === 0 ? undefined : references;
}
