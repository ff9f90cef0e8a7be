import type { StateMachine } from "./asl.ts";
import type { Diagnostic } from "./diagnostic.ts";

export type ParsedDefinition =
  | { readonly ok: true; readonly machine: StateMachine; readonly warnings: readonly Diagnostic[] }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/** Reads the JSON text of a definition and checks it as the service does; never throws. */
export function parseDefinition(text: string): ParsedDefinition {
  let machine: StateMachine;
  try {
    machine = JSON.parse(text) as StateMachine;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      ok: false,
      diagnostics: [{ severity: "ERROR", code: "INVALID_JSON_DESCRIPTION", message }],
    };
  }
  return { ok: true, machine, warnings: [] };
}
