import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";

const longestName = 80;

/** Every `Assign` of a state, with its location: its own, its Choice rules' and its catchers'. */
function assignsOf(state: JsonObject, location: string): readonly (readonly [JsonValue, string])[] {
  const found: (readonly [JsonValue, string])[] = [];
  if (state.Assign !== undefined) found.push([state.Assign, `${location}/Assign`]);
  for (const field of ["Choices", "Catch"]) {
    const rules = state[field];
    if (!Array.isArray(rules)) continue;
    for (const [index, rule] of rules.entries()) {
      if (isJsonObject(rule) && rule.Assign !== undefined) {
        found.push([rule.Assign, `${location}/${field}[${index}]/Assign`]);
      }
    }
  }
  return found;
}

/** The names that the states of one level assign to. */
export function assignedNames(states: JsonObject): ReadonlySet<string> {
  const names = new Set<string>();
  for (const state of Object.values(states)) {
    if (!isJsonObject(state)) continue;
    for (const [assign] of assignsOf(state, "")) {
      for (const name of isJsonObject(assign) ? Object.keys(assign) : []) names.add(name);
    }
  }
  return names;
}

function problemOf(name: string): string | undefined {
  if (name === "states") return "Variable name 'states' is reserved";
  if (name.length > longestName) return `Variable name should have at most ${longestName} characters`;
  if (!/^\p{ID_Start}\p{ID_Continue}*$/u.test(name)) {
    return `Variable name '${name}' is not valid: it should begin with a letter, followed by letters, digits and underscores`;
  }
  return undefined;
}

/**
 * The names a state assigns to (docs.aws.amazon.com/step-functions/latest/dg/workflow-variables.html): Unicode
 * identifiers of up to 80 characters, none of them an outer scope's.
 */
export function validateVariables(
  state: JsonObject,
  location: string,
  outer: ReadonlySet<string>,
  findings: Findings,
): void {
  for (const [assign, at] of assignsOf(state, location)) {
    if (!isJsonObject(assign)) {
      findings.schema("Expected value of type [OBJECT]", at);
      continue;
    }
    for (const name of Object.keys(assign)) {
      const problem = problemOf(name);
      if (problem !== undefined) findings.schema(problem, `${at}/${name}`);
      if (outer.has(name)) {
        const message = `The variable name '${name}' was already defined in a parent scope.`;
        findings.add("DUPLICATE_VARIABLE_NAME", message, `${at}/${name}`);
      }
    }
  }
}
