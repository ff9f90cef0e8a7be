import { expect } from "vitest";
import { parseDefinition } from "../../src/definition/parse-definition.ts";
import type { WorkflowType } from "../../src/definition/validate-resource.ts";
import type { JsonValue } from "../../src/expression/json-value.ts";

/** A sentence, the machine it is about, and the findings as `CODE location: message`. */
export type Refusal = readonly [sentence: string, machine: JsonValue, ...findings: string[]];

export function findingsOf(machine: JsonValue, type: WorkflowType = "STANDARD"): readonly string[] {
  const parsed = parseDefinition(JSON.stringify(machine), type);
  if (parsed.ok) return [];
  return parsed.diagnostics.map(({ code, location, message }) => {
    const short = code === "SCHEMA_VALIDATION_FAILED" ? "SCHEMA" : code;
    return `${short} ${location ?? "-"}: ${message}`;
  });
}

export function expectRefusal([, machine, ...findings]: Refusal): void {
  expect(findingsOf(machine)).toEqual(findings);
}
