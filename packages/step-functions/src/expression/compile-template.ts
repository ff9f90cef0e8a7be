import type { Bindings, EvaluationContext } from "./bindings.ts";
import { isJsonArray, type JsonValue } from "./json-value.ts";
import {
  compileExpression,
  expressionSource,
  isExpressionText,
  type JsonataExpression,
} from "./jsonata-expression.ts";

/**
 * A JSON value of a definition, ready to be evaluated any number of times. `location` is the field it is in,
 * relative to the state: `Output`, `Arguments/Payload`, `Choices[0]/Condition`.
 */
export type Template =
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "expression"; readonly location: string; readonly expression: JsonataExpression }
  | { readonly kind: "array"; readonly items: readonly Template[] }
  | { readonly kind: "object"; readonly fields: readonly (readonly [string, Template])[] };

/**
 * Compiles every string `{% … %}` inside `value`; everything else is literal. A value without expressions
 * becomes one constant. Throws JSONata's syntax error, which validation of the definition has ruled out.
 */
export function compileTemplate(value: JsonValue, location: string): Template {
  if (typeof value === "string" && isExpressionText(value)) {
    return { kind: "expression", location, expression: compileExpression(expressionSource(value)) };
  }
  if (typeof value !== "object" || value === null) return { kind: "constant", value };
  if (isJsonArray(value)) {
    const items = value.map((item, index) => compileTemplate(item, `${location}[${index}]`));
    return items.every((item) => item.kind === "constant")
      ? { kind: "constant", value }
      : { kind: "array", items };
  }
  const fields = Object.entries(value).map(
    ([key, item]) => [key, compileTemplate(item, `${location}/${key}`)] as const,
  );
  return fields.every(([, field]) => field.kind === "constant")
    ? { kind: "constant", value }
    : { kind: "object", fields };
}

async function evaluateItems(
  templates: readonly Template[],
  bindings: Bindings,
  context: EvaluationContext,
): Promise<JsonValue[]> {
  const values: JsonValue[] = [];
  // One after the other: the first field in the definition that fails is the one the cause names.
  for (const template of templates) values.push(await evaluateTemplate(template, bindings, context));
  return values;
}

/** As `evaluateItems`, but for as long as every value is there at once without a promise. */
function evaluateItemsAtOnce(
  templates: readonly Template[],
  bindings: Bindings,
  context: EvaluationContext,
): JsonValue[] | Promise<JsonValue[]> {
  const values: JsonValue[] = [];
  for (const [index, template] of templates.entries()) {
    const value = evaluateTemplate(template, bindings, context);
    if (value instanceof Promise) {
      const rest = templates.slice(index + 1);
      return value.then(async (first) => [
        ...values,
        first,
        ...(await evaluateItems(rest, bindings, context)),
      ]);
    }
    values.push(value);
  }
  return values;
}

/**
 * The value of a template. A promise only where JSONata's interpreter has to run: constants and plain paths such
 * as `$states.input.id` come back directly. Fails, or rejects, with `QueryEvaluationError`.
 */
export function evaluateTemplate(
  template: Template,
  bindings: Bindings,
  context: EvaluationContext,
): JsonValue | Promise<JsonValue> {
  switch (template.kind) {
    case "constant":
      return template.value;
    case "expression":
      return template.expression.evaluate(template.location, bindings, context);
    case "array":
      return evaluateItemsAtOnce(template.items, bindings, context);
    case "object": {
      const named = (values: readonly JsonValue[]) =>
        Object.fromEntries(template.fields.map(([key], index) => [key, values[index] ?? null]));
      const fields = template.fields.map(([, field]) => field);
      const values = evaluateItemsAtOnce(fields, bindings, context);
      return values instanceof Promise ? values.then(named) : named(values);
    }
  }
}
