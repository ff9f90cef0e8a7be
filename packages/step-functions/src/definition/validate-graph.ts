import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";

interface Edge {
  readonly target: string;
  readonly location: string;
}

function edge(target: JsonValue | undefined, location: string): readonly Edge[] {
  return typeof target === "string" && target !== "" ? [{ target, location }] : [];
}

function edgesOfRules(rules: JsonValue | undefined, location: string): readonly Edge[] {
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: JsonValue, index) =>
    isJsonObject(rule) ? edge(rule.Next, `${location}[${index}]/Next`) : [],
  );
}

function edgesOf(state: JsonObject, location: string): readonly Edge[] {
  return [
    ...edge(state.Next, `${location}/Next`),
    ...edgesOfRules(state.Choices, `${location}/Choices`),
    ...edge(state.Default, `${location}/Default`),
    ...edgesOfRules(state.Catch, `${location}/Catch`),
  ];
}

function isTerminal(state: JsonValue): boolean {
  return isJsonObject(state) && (state.End === true || state.Type === "Succeed" || state.Type === "Fail");
}

function reachableFrom(
  start: JsonValue | undefined,
  edges: ReadonlyMap<string, readonly Edge[]>,
): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = typeof start === "string" ? [start] : [];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const { target } of edges.get(name) ?? []) open.push(target);
  }
  return seen;
}

/**
 * The transitions of one level of states, in the service's order: targets that are missing, then a workflow that
 * cannot end (which hides unreachable states), else states that nothing leads to. A target in another level, such
 * as a state outside a branch, counts as missing.
 */
export function validateGraph(container: JsonObject, location: string, findings: Findings): void {
  const states = container.States;
  if (!isJsonObject(states)) return;
  const edges = new Map<string, readonly Edge[]>();
  for (const [name, state] of Object.entries(states)) {
    edges.set(name, isJsonObject(state) ? edgesOf(state, `${location}/States/${name}`) : []);
  }
  for (const { target, location: at } of [
    ...edge(container.StartAt, `${location}/StartAt`),
    ...[...edges.values()].flat(),
  ]) {
    // The service writes 'Next' for every field that names a state.
    if (!edges.has(target)) findings.add("MISSING_TRANSITION_TARGET", `Missing 'Next' target: ${target}`, at);
  }
  if (!Object.values(states).some(isTerminal)) {
    findings.add(
      "MISSING_END_STATE",
      "Workflow has no terminal state",
      location === "" ? undefined : location,
    );
    return;
  }
  const reachable = reachableFrom(container.StartAt, edges);
  for (const name of edges.keys()) {
    if (!reachable.has(name)) {
      findings.add(
        "MISSING_TRANSITION_TARGET",
        `State "${name}" is not reachable.`,
        `${location}/States/${name}`,
      );
    }
  }
}
