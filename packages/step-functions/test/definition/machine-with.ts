import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";

/** A JSONata machine whose first state is `S`; other states follow it. */
export function machineWith(state: JsonObject, others: JsonObject = {}): JsonObject {
  return { QueryLanguage: "JSONata", StartAt: "S", States: { S: state, ...others } };
}

export function pass(fields: JsonObject = {}): JsonObject {
  return { Type: "Pass", End: true, ...fields };
}

export function task(fields: JsonObject = {}): JsonObject {
  return {
    Type: "Task",
    Resource: "arn:aws:states:::lambda:invoke",
    Arguments: { FunctionName: "f" },
    End: true,
    ...fields,
  };
}

/** One level of states with a single Pass state in it, named so that names stay unique. */
export function level(name = "Inner", state: JsonValue = pass()): JsonObject {
  return { StartAt: name, States: { [name]: state } };
}

export function map(fields: JsonObject = {}): JsonObject {
  return { Type: "Map", ItemProcessor: level(), End: true, ...fields };
}

export function distributedMap(fields: JsonObject = {}): JsonObject {
  const ProcessorConfig = { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" };
  return map({ ItemProcessor: { ProcessorConfig, ...level() }, ...fields });
}

export function choice(rule: JsonObject = {}): JsonObject {
  const first = { Condition: "{% $states.input.go %}", Next: "Done", ...rule };
  return { Type: "Choice", Choices: [first], Default: "Done" };
}

export const done: JsonObject = { Done: { Type: "Succeed" } };
