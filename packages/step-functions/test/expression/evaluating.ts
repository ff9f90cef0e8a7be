import type { Bindings, EvaluationContext } from "../../src/expression/bindings.ts";
import { compileTemplate, evaluateTemplate } from "../../src/expression/compile-template.ts";
import type { JsonObject, JsonValue } from "../../src/expression/json-value.ts";

export interface TestBindings {
  readonly input?: JsonValue;
  readonly variables?: JsonObject;
  readonly result?: JsonValue;
}

export function bindingsOf({ input = {}, variables = {}, result }: TestBindings = {}): Bindings {
  const context = { Execution: { Name: "e1" } };
  return { states: { input, context, ...(result === undefined ? {} : { result }) }, variables };
}

/** A state `S` entered at event 2, with nothing left to chance. */
export function contextOf(timeMs = 60_000): EvaluationContext {
  const chance = { random: () => 0.25, uuid: () => "the-uuid" };
  return { stateName: "S", enteredEventId: 2, ...chance, timeMs, whenOver: () => "fail" };
}

/** The value of a template in the field `Output`. */
export async function evaluated(template: JsonValue, bindings: TestBindings = {}): Promise<JsonValue> {
  return await evaluateTemplate(compileTemplate(template, "Output"), bindingsOf(bindings), contextOf());
}

export function evaluatedExpression(source: string, bindings: TestBindings = {}): Promise<JsonValue> {
  return evaluated(`{% ${source} %}`, bindings);
}
