import { isJsonObject, type JsonValue } from "../expression/json-value.ts";
import type { StateMachine } from "./asl.ts";
import { describeJsonError } from "./describe-json-error.ts";
import { type Diagnostic, Findings } from "./diagnostic.ts";
import { findDuplicateNames } from "./find-duplicate-names.ts";
import { nestsTooDeep, tooDeepMessage } from "./nesting.ts";
import { validateMachine } from "./validate-machine.ts";
import type { WorkflowType } from "./validate-resource.ts";

export type ParsedDefinition =
  | { readonly ok: true; readonly machine: StateMachine }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

function refused(findings: Findings): ParsedDefinition {
  return { ok: false, diagnostics: findings.all };
}

/**
 * Reads the JSON text of a definition and checks it as `ValidateStateMachineDefinition` and `CreateStateMachine` do.
 * Never throws; every diagnostic is an error. `type` matters to what an Express workflow may not use.
 */
export function parseDefinition(definition: string, type: WorkflowType = "STANDARD"): ParsedDefinition {
  const findings = new Findings();
  if (nestsTooDeep(definition)) {
    findings.add("INVALID_JSON_DESCRIPTION", tooDeepMessage);
    return refused(findings);
  }
  let value: JsonValue;
  try {
    // The service takes an empty text for a wrong type, not for broken JSON.
    value = definition.trim() === "" ? null : JSON.parse(definition);
  } catch (error) {
    const { message, location } = describeJsonError(definition, error);
    const where = location === undefined ? "" : `\n at ${location}`;
    findings.add("INVALID_JSON_DESCRIPTION", message + where, location);
    return refused(findings);
  }
  if (!isJsonObject(value)) {
    findings.add("SCHEMA_VALIDATION_FAILED", "Definition must be a valid JSON object");
    return refused(findings);
  }
  for (const { name, path } of findDuplicateNames(definition)) {
    if (path.endsWith("/States")) {
      findings.add("DUPLICATE_STATE_NAME", `State name '${name}' appears more than once`, `${path}/${name}`);
    } else findings.add("INVALID_JSON_DESCRIPTION", `Duplicate field '${name}'`, path === "" ? "/" : path);
  }
  try {
    validateMachine(value, type, findings);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    findings.schema("Definition is nested too deeply", "/");
  }
  return findings.all.length === 0
    ? { ok: true, machine: value as unknown as StateMachine }
    : refused(findings);
}

/** The service's message for `InvalidDefinition`: every finding as `CODE: message at location`. */
export function invalidDefinitionMessage(diagnostics: readonly Diagnostic[]): string {
  const findings = diagnostics.map(
    ({ code, message, location }) => `${code}: ${message} at ${location ?? "null"}`,
  );
  return `Invalid State Machine Definition: '${findings.join(", ")}'`;
}
