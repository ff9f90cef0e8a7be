import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Findings } from "./diagnostic.ts";
import { isJsonPathField, machineAdvice, stateAdvice } from "./json-path-fields.ts";

export type QueryLanguage = "JSONata" | "JSONPath";

const jsonataFields = new Set(["Arguments", "Output", "Items", "Condition"]);

/** States that read the same in both languages as long as they use neither's fields. */
const neutralTypes = new Set(["Pass", "Succeed", "Fail", "Wait"]);

/** A state's language: JSONPath only when it says exactly that, or says nothing in a machine that does not say JSONata. */
export function stateLanguage(state: JsonObject, machineLanguage: QueryLanguage): QueryLanguage {
  if (state.QueryLanguage === undefined) return machineLanguage;
  return state.QueryLanguage === "JSONPath" ? "JSONPath" : "JSONata";
}

export function machineLanguage(machine: JsonObject): QueryLanguage {
  return machine.QueryLanguage === undefined || machine.QueryLanguage === "JSONPath" ? "JSONPath" : "JSONata";
}

function declaresJsonata(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(declaresJsonata);
  if (!isJsonObject(value)) return false;
  if (typeof value.Type === "string" && value.QueryLanguage === "JSONata") return true;
  return Object.values(value).some(declaresJsonata);
}

/** A machine without any JSONata is refused whole. One whose states opt in may keep neutral states beside them. */
export function checkMachineLanguage(machine: JsonObject, findings: Findings): boolean {
  if (machine.QueryLanguage === "JSONPath") {
    findings.schema(`QueryLanguage must be 'JSONata'; ${machineAdvice(machine)}`, "/QueryLanguage");
    return false;
  }
  if (machine.QueryLanguage === undefined && !declaresJsonata(machine.States ?? null)) {
    const missing = "QueryLanguage must be 'JSONata' but is missing, which means 'JSONPath'";
    findings.schema(`${missing}; ${machineAdvice(machine)}`, "/");
    return false;
  }
  return true;
}

function hasJsonPathTemplate(value: JsonValue): boolean {
  if (typeof value === "string") return value.startsWith("{%");
  if (Array.isArray(value)) return value.some(hasJsonPathTemplate);
  if (!isJsonObject(value)) return false;
  return Object.entries(value).some(([key, item]) => key.endsWith(".$") || hasJsonPathTemplate(item));
}

/** Reports fields of the other language and a language that may not stand here. Returns the fields it has dealt with. */
export function checkStateLanguage(
  state: JsonObject,
  location: string,
  machine: QueryLanguage,
  findings: Findings,
): ReadonlySet<string> {
  if (state.QueryLanguage === "JSONPath" && machine === "JSONata") {
    const message = "'QueryLanguage' can not be 'JSONPath' if set to 'JSONata' for whole state machine";
    findings.schema(message, location);
    return new Set(Object.keys(state).filter((name) => isJsonPathField(name) || jsonataFields.has(name)));
  }
  const language = stateLanguage(state, machine);
  const isForeign = language === "JSONPath" ? (name: string) => jsonataFields.has(name) : isJsonPathField;
  const other = language === "JSONPath" ? "JSONata" : "JSONPath";
  const reported = new Set<string>();
  for (const name of Object.keys(state)) {
    if (!isForeign(name)) continue;
    reported.add(name);
    findings.schema(
      `The QueryLanguage is set to '${language}', but field '${name}' is only supported for the '${other}' QueryLanguage`,
      location,
    );
  }
  if (language === "JSONPath") {
    const own = Object.keys(state).filter((name) => isJsonPathField(name));
    for (const name of own) reported.add(name);
    const needsPath =
      own.length > 0 ||
      state.QueryLanguage === "JSONPath" ||
      !neutralTypes.has(String(state.Type)) ||
      hasJsonPathTemplate(state.Assign ?? null);
    if (needsPath) findings.schema(`State is written in JSONPath; ${stateAdvice(state, location)}`, location);
  }
  return reported;
}
