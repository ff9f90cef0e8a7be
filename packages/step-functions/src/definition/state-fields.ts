import { parseTimestamp, secondsRange } from "../expression/field-values.ts";
import type { StateType } from "./asl.ts";
import {
  anyValue,
  checkFields,
  decimal,
  type FieldRule,
  type FieldTable,
  flag,
  integer,
  object,
  oneOf,
  orExpression,
  stateName,
  textValue,
} from "./field-rules.ts";

const literalTimestamp: FieldRule = (value, location, findings) => {
  if (typeof value !== "string") findings.schema("Expected value of type [STRING]", location);
  else if (parseTimestamp(value) === undefined) {
    findings.schema("String does not match RFC3339 timestamp", location);
  }
};

const itemsLiteral: FieldRule = (value, location, findings) => {
  if (typeof value !== "object" || value === null) {
    findings.schema("Expected value of type [ARRAY, OBJECT] or a JSONata expression", location);
  }
};

const label: FieldRule = (value, location, findings) => {
  if (typeof value !== "string") findings.schema("Expected value of type [STRING]", location);
  else if (value === "" || value.length > 40 || /[\s?*<>{}[\]:;,\\|^~$#%&`"/\p{Cc}]/u.test(value)) {
    findings.schema(
      "Label should have 1 to 40 characters and no white space, brackets, wildcards or special characters",
      location,
    );
  }
};

const credentials: FieldRule = (value, location, findings) => {
  checkFields(value, location, { RoleArn: textValue }, ["RoleArn"], findings);
};

const common: FieldTable = {
  Type: textValue,
  Comment: textValue,
  QueryLanguage: oneOf("JSONPath", "JSONata"),
};
const assigning: FieldTable = { Assign: anyValue, Output: anyValue };
const going: FieldTable = { Next: stateName, End: flag };
/** Retry, Catch and nested state machines have checks of their own. */
const retrying: FieldTable = { Retry: anyValue, Catch: anyValue };
const seconds = orExpression(integer(1, secondsRange.max));
const count = orExpression(integer(0, Number.MAX_SAFE_INTEGER));

/** The fields each type of state may have (states-language.net/spec.html#state-type-table) and what they hold. */
export const stateFields: Readonly<Record<StateType, FieldTable>> = {
  Pass: { ...common, ...going, ...assigning },
  Task: {
    ...common,
    ...going,
    ...assigning,
    ...retrying,
    Resource: textValue,
    Arguments: anyValue,
    Credentials: credentials,
    TimeoutSeconds: seconds,
    HeartbeatSeconds: seconds,
  },
  Choice: { ...common, ...assigning, Choices: anyValue, Default: stateName },
  Wait: {
    ...common,
    ...going,
    ...assigning,
    Seconds: orExpression(integer(0, secondsRange.max)),
    Timestamp: orExpression(literalTimestamp),
  },
  Succeed: { ...common, Output: anyValue },
  Fail: { ...common, Error: textValue, Cause: textValue },
  Parallel: { ...common, ...going, ...assigning, ...retrying, Branches: anyValue, Arguments: anyValue },
  Map: {
    ...common,
    ...going,
    ...assigning,
    ...retrying,
    Items: orExpression(itemsLiteral),
    ItemSelector: anyValue,
    ItemProcessor: object,
    MaxConcurrency: count,
    ItemReader: object,
    ItemBatcher: object,
    ResultWriter: object,
    Label: label,
    ToleratedFailureCount: count,
    ToleratedFailurePercentage: orExpression(decimal(0, 100)),
  },
};

export const requiredFields: Readonly<Record<StateType, readonly string[]>> = {
  Pass: [],
  Task: ["Resource"],
  Choice: ["Choices"],
  Wait: [],
  Succeed: [],
  Fail: [],
  Parallel: ["Branches"],
  Map: ["ItemProcessor"],
};

export const stateTypes = Object.keys(stateFields) as readonly StateType[];

export function isStateType(value: unknown): value is StateType {
  return typeof value === "string" && Object.hasOwn(stateFields, value);
}
