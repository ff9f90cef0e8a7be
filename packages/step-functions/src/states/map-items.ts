import type { RunningState } from "../execution/running-state.ts";
import type { Template } from "../expression/compile-template.ts";
import { itemsField, mapInput } from "../expression/field-values.ts";
import { isJsonObject, type JsonValue } from "../expression/json-value.ts";

/** What a Map runs over: its Items, or its input; a Distributed Map also takes an object and runs over its entries. */
export async function mapItems(
  run: RunningState,
  template: Template | null,
  objects: "entries" | "refused",
): Promise<JsonValue> {
  const value = template === null ? run.input : await run.evaluate(template);
  if (objects === "entries" && isJsonObject(value)) return value;
  return template === null ? mapInput(value, run) : itemsField(template, value, run);
}
