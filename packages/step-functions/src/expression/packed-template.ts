import type { Template } from "./compile-template.ts";
import type { JsonValue } from "./json-value.ts";
import { compileExpression } from "./jsonata-expression.ts";

/** A template as plain data, to be compiled again in another thread. */
export type PackedTemplate =
  | { readonly kind: "constant"; readonly value: JsonValue }
  | { readonly kind: "expression"; readonly location: string; readonly source: string }
  | { readonly kind: "array"; readonly items: readonly PackedTemplate[] }
  | { readonly kind: "object"; readonly fields: readonly (readonly [string, PackedTemplate])[] };

export function packTemplate(template: Template): PackedTemplate {
  switch (template.kind) {
    case "constant":
      return template;
    case "expression":
      return { kind: "expression", location: template.location, source: template.expression.source };
    case "array":
      return { kind: "array", items: template.items.map(packTemplate) };
    case "object":
      return {
        kind: "object",
        fields: template.fields.map(([key, field]) => [key, packTemplate(field)] as const),
      };
  }
}

export function unpackTemplate(packed: PackedTemplate): Template {
  switch (packed.kind) {
    case "constant":
      return packed;
    case "expression":
      return { kind: "expression", location: packed.location, expression: compileExpression(packed.source) };
    case "array":
      return { kind: "array", items: packed.items.map(unpackTemplate) };
    case "object":
      return {
        kind: "object",
        fields: packed.fields.map(([key, field]) => [key, unpackTemplate(field)] as const),
      };
  }
}
