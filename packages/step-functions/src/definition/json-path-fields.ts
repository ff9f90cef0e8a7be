import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonItems,
} from "../expression/json-value.ts";

/** Fields of JSONPath states, each with what JSONata has in its place. */
export const jsonPathFields: Readonly<Record<string, string>> = {
  InputPath: "expressions on $states.input",
  OutputPath: "'Output'",
  ResultPath: "'Output' or 'Assign'",
  ResultSelector: "'Output'",
  Parameters: "'Arguments'",
  Result: "'Output'",
  ItemsPath: "'Items'",
  MaxConcurrencyPath: "'MaxConcurrency'",
  SecondsPath: "'Seconds'",
  TimestampPath: "'Timestamp'",
  TimeoutSecondsPath: "'TimeoutSeconds'",
  HeartbeatSecondsPath: "'HeartbeatSeconds'",
  ErrorPath: "'Error'",
  CausePath: "'Cause'",
  ToleratedFailureCountPath: "'ToleratedFailureCount'",
  ToleratedFailurePercentagePath: "'ToleratedFailurePercentage'",
};

export const isJsonPathField = (name: string): boolean => Object.hasOwn(jsonPathFields, name);

const refusal = "this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine";

/** The remedy for a machine in JSONPath, with the first of its fields that have to be rewritten. */
export function machineAdvice(machine: JsonObject): string {
  const found = firstInLevel(machine, "");
  return found === undefined ? refusal : `${refusal}, and write ${found}`;
}

/** The same for one state, whose machine may be in either language. */
export function stateAdvice(state: JsonObject, location: string): string {
  const found = firstInState(state, location);
  return `${refusal} or on this state${found === undefined ? "" : `, and write ${found}`}`;
}

function firstInLevel(level: JsonValue | undefined, location: string): string | undefined {
  if (!isJsonObject(level) || !isJsonObject(level.States)) return undefined;
  for (const [name, state] of Object.entries(level.States)) {
    const at = `${location}/States/${name}`;
    const found = isJsonObject(state) ? (firstInState(state, at) ?? firstInside(state, at)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstInside(state: JsonObject, location: string): string | undefined {
  const inner = state.ItemProcessor ?? state.Iterator;
  const branches = jsonItems(state.Branches);
  for (const [index, branch] of [inner, ...branches].entries()) {
    const at = index === 0 ? `${location}/ItemProcessor` : `${location}/Branches[${index - 1}]`;
    const found = firstInLevel(branch, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstInState(state: JsonObject, location: string): string | undefined {
  for (const [name, value] of Object.entries(state)) {
    const instead = isJsonPathField(name) ? jsonPathFields[name] : undefined;
    if (instead !== undefined) return `field '${name}' at ${location} as ${instead}`;
    if (name === "ItemProcessor" || name === "Iterator" || name === "Branches") continue;
    const found = firstInValue(value, `${location}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Inside a state: fields that end in `.$`, and the variable that a rule of a Choice compares. */
function firstInValue(value: JsonValue, location: string): string | undefined {
  if (isJsonArray(value)) {
    for (const [index, item] of value.entries()) {
      const found = firstInValue(item, `${location}[${index}]`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  for (const [name, item] of Object.entries(value)) {
    if (name.endsWith(".$"))
      return `field '${name}' at ${location} as '${name.slice(0, -2)}' with an expression`;
    if (name === "Variable" && location.includes("/Choices["))
      return `field '${name}' at ${location} as 'Condition'`;
    const found = firstInValue(item, `${location}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
