import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";
import { checkFields, type FieldTable, integer, object, oneOf, stateName, textValue } from "./field-rules.ts";
import { checkMachineLanguage, machineLanguage } from "./query-language.ts";
import { validateGraph } from "./validate-graph.ts";
import { childTypeOf, isDistributed } from "./validate-map.ts";
import type { WorkflowType } from "./validate-resource.ts";
import { type MachineRules, validateState } from "./validate-state.ts";
import { assignedNames, validateVariables } from "./validate-variables.ts";

const level: FieldTable = { Comment: textValue, StartAt: stateName, States: object };

const machineFields: FieldTable = {
  ...level,
  QueryLanguage: oneOf("JSONPath", "JSONata"),
  TimeoutSeconds: integer(1, 99_999_999),
  Version: oneOf("1.0"),
};

const longestStateName = 80;

interface LevelContext {
  readonly rules: MachineRules;
  readonly findings: Findings;
  /** Every state name of the machine so far: names are unique across all levels. */
  readonly names: Set<string>;
  readonly outerVariables: ReadonlySet<string>;
}

function checkName(name: string, location: string, context: LevelContext): void {
  if (name.length > longestStateName) {
    context.findings.add(
      "INVALID_STATE_NAME",
      `State name should have at most ${longestStateName} characters, but has ${name.length}`,
      location,
    );
  }
  if (name === "") context.findings.add("INVALID_STATE_NAME", "State name should not be empty", location);
  if (context.names.has(name)) {
    context.findings.add("DUPLICATE_STATE_NAME", `State name '${name}' appears more than once`, location);
  }
  context.names.add(name);
}

function validateNested(state: JsonObject, location: string, context: LevelContext): void {
  if (state.Type === "Map" && isJsonObject(state.ItemProcessor)) {
    const distributed = isDistributed(state);
    if (distributed && context.rules.type === "EXPRESS") {
      context.findings.schema(
        "Express state machine does not support Map states in 'DISTRIBUTED' mode",
        location,
      );
    }
    // A child workflow of a distributed map is its own execution, which does not see its parent's variables.
    const outerVariables = distributed ? new Set<string>() : context.outerVariables;
    const rules = distributed ? { ...context.rules, type: childTypeOf(state) } : context.rules;
    const fields = { ...level, ProcessorConfig: object };
    validateLevel(state.ItemProcessor, `${location}/ItemProcessor`, fields, {
      ...context,
      rules,
      outerVariables,
    });
  }
  if (state.Type !== "Parallel" || state.Branches === undefined) return;
  const at = `${location}/Branches`;
  if (!Array.isArray(state.Branches)) {
    context.findings.schema("Expected value of type [ARRAY]", at);
    return;
  }
  if (state.Branches.length === 0) context.findings.schema("Branches should have at least one branch", at);
  for (const [index, branch] of state.Branches.entries()) {
    validateLevel(branch, `${at}[${index}]`, level, context);
  }
}

function validateLevel(
  container: JsonValue,
  location: string,
  fields: FieldTable,
  context: LevelContext,
): void {
  const { findings } = context;
  if (!checkFields(container, location === "" ? "/" : location, fields, ["States", "StartAt"], findings))
    return;
  if (!isJsonObject(container.States)) return;
  const entries = Object.entries(container.States);
  if (entries.length === 0) {
    findings.schema("States should have at least one state", `${location}/States`);
    return;
  }
  const variables = new Set([...context.outerVariables, ...assignedNames(container.States)]);
  for (const [name, state] of entries) {
    const at = `${location}/States/${name}`;
    checkName(name, at, context);
    if (!isJsonObject(state)) {
      findings.schema("Expected value of type [OBJECT]", at);
      continue;
    }
    validateState(state, at, context.rules, findings);
    validateVariables(state, at, context.outerVariables, findings);
    validateNested(state, at, { ...context, outerVariables: variables });
  }
  validateGraph(container, location, findings);
}

/** Everything the service checks of a definition before it takes it, and what this engine cannot run. */
export function validateMachine(machine: JsonObject, type: WorkflowType, findings: Findings): void {
  const complete = isJsonObject(machine.States) && machine.StartAt !== undefined;
  if (complete && !checkMachineLanguage(machine, findings)) return;
  if (isJsonObject(machine.States) && !complete) {
    checkFields(machine, "/", machineFields, ["States", "StartAt"], findings);
    return;
  }
  validateLevel(machine, "", machineFields, {
    rules: { language: machineLanguage(machine), type },
    findings,
    names: new Set(),
    outerVariables: new Set(),
  });
}
