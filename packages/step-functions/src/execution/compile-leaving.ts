import { compileTemplate, type Template } from "../expression/compile-template.ts";
import type { JsonValue } from "../expression/json-value.ts";
import type { Leaving } from "./running-state.ts";

export function optionalTemplate(value: JsonValue | undefined, location: string): Template | null {
  return value === undefined ? null : compileTemplate(value, location);
}

interface Leavable {
  readonly Output?: JsonValue;
  readonly Assign?: JsonValue;
  readonly Next?: string;
}

/** `prefix` is where the templates stand inside the state, such as `Catch[0]/`. */
export function compileLeaving(definition: Leavable, prefix = ""): Leaving {
  return {
    output: optionalTemplate(definition.Output, `${prefix}Output`),
    assign: optionalTemplate(definition.Assign, `${prefix}Assign`),
    next: definition.Next ?? null,
  };
}
