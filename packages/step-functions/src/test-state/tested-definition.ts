import type { State, StateMachine } from "../definition/asl.ts";
import { invalidDefinitionMessage, parseDefinition } from "../definition/parse-definition.ts";
import { isJsonObject, type JsonObject, type JsonValue, jsonItems } from "../expression/json-value.ts";

/** The name that the service gives a state that is tested without its machine. */
const LONE_STATE = "StateName";

export type TestedDefinition =
  | { readonly kind: "state"; readonly name: string; readonly state: State; readonly machine: StateMachine }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "not found" };

/** The state that a request is about: one of a whole machine, at any level, or a definition of one state alone. */
export function testedDefinition(definition: string, stateName: string | undefined): TestedDefinition {
  const text = stateName === undefined ? machineAround(definition) : definition;
  const parsed = parseDefinition(text);
  if (!parsed.ok) {
    const within = stateName === undefined ? parsed.diagnostics.map(withoutMachine) : parsed.diagnostics;
    return { kind: "invalid", message: invalidDefinitionMessage(within) };
  }
  const name = stateName ?? LONE_STATE;
  const state = stateIn(parsed.machine as unknown as JsonObject, name);
  if (state === undefined) return { kind: "not found" };
  return { kind: "state", name, state, machine: parsed.machine };
}

/** The states that the lone one leads to end at once. A text that is not an object is left for the parser to refuse. */
function machineAround(definition: string): string {
  let state: JsonValue;
  try {
    state = JSON.parse(definition);
  } catch {
    return definition;
  }
  if (!isJsonObject(state)) return definition;
  const targets = targetsOf(state).map((name) => [name, { Type: "Succeed" }] as const);
  return JSON.stringify({
    StartAt: LONE_STATE,
    States: { ...Object.fromEntries(targets), [LONE_STATE]: state },
  });
}

function targetsOf(state: JsonObject): readonly string[] {
  const rules = [state.Choices, state.Catch].flatMap(jsonItems);
  const named = [state.Next, state.Default, ...rules.filter(isJsonObject).map(({ Next }) => Next)];
  return named.filter((name) => typeof name === "string");
}

function withoutMachine<Finding extends { readonly location?: string }>(finding: Finding): Finding {
  const { location } = finding;
  const prefix = `/States/${LONE_STATE}`;
  if (location?.startsWith(prefix) !== true) return finding;
  return { ...finding, location: location.slice(prefix.length) || "/" };
}

function stateIn(level: JsonValue | undefined, name: string): State | undefined {
  if (!isJsonObject(level) || !isJsonObject(level.States)) return undefined;
  if (Object.hasOwn(level.States, name)) return level.States[name] as unknown as State;
  for (const state of Object.values(level.States).filter(isJsonObject)) {
    for (const inner of [state.ItemProcessor, ...jsonItems(state.Branches)]) {
      const found = stateIn(inner, name);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
