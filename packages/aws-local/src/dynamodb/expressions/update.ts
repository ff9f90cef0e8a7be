import type { AttributeValue } from "../values/attribute-value.ts";
import type { DocumentPath } from "./document-path.ts";

/** What SET gives a path. */
export type Term =
  | { readonly kind: "path"; readonly path: DocumentPath }
  | { readonly kind: "value"; readonly value: AttributeValue }
  | { readonly kind: "sum"; readonly operator: "+" | "-"; readonly left: Term; readonly right: Term }
  | { readonly kind: "if_not_exists"; readonly path: DocumentPath; readonly otherwise: Term }
  | { readonly kind: "list_append"; readonly first: Term; readonly second: Term };

/** An update expression with its placeholders filled in. */
export interface Update {
  readonly set: readonly { readonly path: DocumentPath; readonly term: Term }[];
  readonly remove: readonly DocumentPath[];
  readonly add: readonly { readonly path: DocumentPath; readonly value: AttributeValue }[];
  readonly delete: readonly { readonly path: DocumentPath; readonly value: AttributeValue }[];
}

export const pathsOfUpdate = (update: Update): readonly DocumentPath[] => [
  ...update.set.map(({ path }) => path),
  ...update.remove,
  ...update.add.map(({ path }) => path),
  ...update.delete.map(({ path }) => path),
];
