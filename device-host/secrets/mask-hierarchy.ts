import { secretReference } from "#shared/contracts/job/secret.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import { parseBounds, withAttributes, type XmlTag, xmlTags } from "#shared/screen/tree/xml-tags.ts";
import type { Masked, SecretMask } from "./secret-mask.ts";

/** What tells a field from others, and what it shows. */
export type FieldNode = Pick<
  HierarchyNode,
  "packageName" | "resourceId" | "className" | "contentDescription" | "bounds" | "text" | "focused"
>;

/** A field that something of a secret was typed into. */
export interface HiddenField {
  /** Of the secrets that it may hold. */
  readonly names: readonly string[];
  /** Of its descriptions those that say nothing of what it holds. */
  readonly labels: readonly string[];
}

/** Knows the fields that secrets were typed into. */
export interface HiddenFields {
  /** All that a dump shows of one moment, with what was found in each. */
  see(nodes: readonly FieldNode[], found: readonly Masked[]): void;
  of(node: FieldNode): HiddenField | null;
}

/** What a dump says of a node beside its texts; in these a value counts where it stands whole. */
const structural = new Set([
  "class",
  "package",
  "resource-id",
  "bounds",
  "index",
  "rotation",
  "drawing-order",
]);
const plain = /^(?:true|false)?$/;

/**
 * A dump without secrets: neither they nor runs of them stand in the values of its attributes, also where one continues in the next
 * element, and a field that one was typed into is as a password field, whatever it holds now.
 */
export function maskHierarchy(xml: string, mask: SecretMask, fields: HiddenFields): string {
  const tags = xmlTags(xml);
  const of = (name: string) => mask.texts(tags.map(({ attributes }) => attributes.get(name) ?? ""));
  const inOrder: Readonly<Record<string, readonly Masked[]>> = {
    text: of("text"),
    "content-desc": of("content-desc"),
  };
  const without = (name: string, value: string, index: number): string =>
    inOrder[name]?.[index]?.text ?? (structural.has(name) ? mask.whole(value) : mask.text(value));
  const changes = tags.map(
    ({ attributes }, index) =>
      new Map(
        [...attributes].map(([name, value]) => [
          name,
          plain.test(value) ? value : without(name, value, index),
        ]),
      ),
  );
  const nodes = tags.map(nodeOf);
  fields.see(nodes, inOrder.text ?? []);
  const hidden: (HiddenField | null)[] = [];
  for (const [index, node] of nodes.entries()) {
    const { parent = -1, attributes } = tags[index] ?? {};
    const field = fields.of(node) ?? hidden[parent] ?? null;
    hidden.push(field);
    if (field === null) continue;
    const isEmpty = node.text === "" || node.text === attributes?.get("hint");
    changes[index]?.set("text", isEmpty ? "" : field.names.map(secretReference).join(" "));
    if (!field.labels.includes(node.contentDescription)) changes[index]?.set("content-desc", "");
    changes[index]?.set("password", "true");
  }
  return withAttributes(xml, tags, changes);
}

const nodeOf = ({ attributes }: XmlTag): FieldNode => {
  const of = (name: string): string => attributes.get(name) ?? "";
  return {
    packageName: of("package"),
    resourceId: of("resource-id"),
    className: of("class"),
    contentDescription: of("content-desc"),
    bounds: parseBounds(of("bounds")),
    text: of("text"),
    focused: of("focused") === "true",
  };
};
