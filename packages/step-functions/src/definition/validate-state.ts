import type { JsonObject, JsonValue } from "../expression/json-value.ts";
import { isExpressionText } from "../expression/jsonata-expression.ts";
import type { StateType } from "./asl.ts";
import type { Findings } from "./diagnostic.ts";
import {
  anyValue,
  checkFields,
  type FieldRule,
  type FieldTable,
  stateName,
  textValue,
} from "./field-rules.ts";
import { checkStateLanguage, type QueryLanguage } from "./query-language.ts";
import { isStateType, requiredFields, stateFields, stateTypes } from "./state-fields.ts";
import { validateCatch, validateRetry } from "./validate-errors.ts";
import { validateExpressions } from "./validate-expressions.ts";
import { validateMap } from "./validate-map.ts";
import { validateResource, type WorkflowType } from "./validate-resource.ts";

/** What holds for every state of a machine. */
export interface MachineRules {
  readonly language: QueryLanguage;
  readonly type: WorkflowType;
}

const condition: FieldRule = (value, location, findings) => {
  if (typeof value === "boolean" || (typeof value === "string" && isExpressionText(value))) return;
  findings.schema("Expected value of type [BOOLEAN] or a JSONata expression", location);
};

const choiceRule: FieldTable = {
  Comment: textValue,
  Condition: condition,
  Next: stateName,
  Output: anyValue,
  Assign: anyValue,
};

function validateChoices(choices: JsonValue | undefined, location: string, findings: Findings): void {
  if (choices === undefined) return;
  if (!Array.isArray(choices)) {
    findings.schema("Expected value of type [ARRAY]", location);
    return;
  }
  if (choices.length === 0) findings.schema("Choices should have at least one rule", location);
  for (const [index, rule] of choices.entries()) {
    checkFields(rule, `${location}[${index}]`, choiceRule, ["Condition", "Next"], findings);
  }
}

function validateTransition(state: JsonObject, location: string, findings: Findings): void {
  if (state.End === false)
    findings.schema("Value should be 'true' or the field should be left out", `${location}/End`);
  const ends = state.End !== undefined;
  const goes = state.Next !== undefined;
  if (ends && goes) findings.schema("Only one of these fields can be present: [Next, End]", location);
  if (!ends && !goes) findings.schema("Exactly one of these fields is required: [Next, End]", location);
}

function validateWait(state: JsonObject, location: string, findings: Findings): void {
  const given = ["Seconds", "Timestamp"].filter((name) => state[name] !== undefined);
  if (given.length !== 1)
    findings.schema("Exactly one of these fields is required: [Seconds, Timestamp]", location);
}

function validateTask(state: JsonObject, location: string, type: WorkflowType, findings: Findings): void {
  validateResource(state.Resource, state.Arguments, location, type, findings);
  const { TimeoutSeconds: timeout, HeartbeatSeconds: heartbeat } = state;
  if (typeof timeout === "number" && typeof heartbeat === "number" && heartbeat >= timeout) {
    findings.schema("HeartbeatSeconds should be smaller than TimeoutSeconds", `${location}/HeartbeatSeconds`);
  }
}

function validateParticulars(
  type: StateType,
  state: JsonObject,
  location: string,
  rules: MachineRules,
  findings: Findings,
): void {
  if ("Next" in stateFields[type]) validateTransition(state, location, findings);
  if (type === "Task") validateTask(state, location, rules.type, findings);
  if (type === "Choice") validateChoices(state.Choices, `${location}/Choices`, findings);
  if (type === "Wait") validateWait(state, location, findings);
  if (type === "Map") validateMap(state, location, findings);
  if ("Retry" in stateFields[type]) {
    if (state.Retry !== undefined) validateRetry(state.Retry, `${location}/Retry`, findings);
    if (state.Catch !== undefined) validateCatch(state.Catch, `${location}/Catch`, findings);
  }
}

/** One state by itself: its language, fields, values and expressions. Transitions are checked with their level. */
export function validateState(
  state: JsonObject,
  location: string,
  rules: MachineRules,
  findings: Findings,
): void {
  if (state.Type === undefined) {
    findings.schema("These fields are required: [Type]", location);
    return;
  }
  if (!isStateType(state.Type)) {
    const known = stateTypes.join(", ");
    findings.schema(
      typeof state.Type === "string"
        ? `Value should be one of the following: [${known}]`
        : "Expected value of type [STRING]",
      `${location}/Type`,
    );
    return;
  }
  const reported = checkStateLanguage(state, location, rules.language, findings);
  // What belongs to the other language is reported as that, not as unknown a second time.
  const own = Object.fromEntries(Object.entries(state).filter(([name]) => !reported.has(name)));
  checkFields(own, location, stateFields[state.Type], requiredFields[state.Type], findings);
  validateParticulars(state.Type, state, location, rules, findings);
  validateExpressions(state, location, findings);
}
