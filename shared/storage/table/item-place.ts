import type { AttributeRules } from "./attributes.ts";
import { type IndexKeys, keyText } from "./item-keys.ts";

type Item = Readonly<Record<string, unknown>>;

/** The table's own keys or those of one of its indexes, of one kind of item. */
export interface Index {
  /** Undefined: the table's own. */
  readonly name: string | undefined;
  readonly pk: { readonly field: string; readonly composite: readonly string[] };
  readonly sk: { readonly field: string; readonly composite: readonly string[] };
  readonly pkText: ReturnType<typeof keyText>;
  readonly skText: ReturnType<typeof keyText>;
}

export const keyIndex = ({ index, pk, sk }: IndexKeys, rules: AttributeRules): Index => ({
  name: index,
  pk,
  sk,
  pkText: keyText(pk, rules),
  skText: keyText(sk, rules),
});

/** What a query asks for. */
export interface AskedList {
  readonly index: Index;
  readonly partition: string;
}

/**
 * Whether an item lies where its own values put it, in the table and in the list that was asked for. IAM holds a host to keys of its
 * tenant in the table alone: values and keys of indexes it may write as it likes. `left`: it has left the list since the index was
 * written, which follows after a moment.
 */
export function itemPlace(
  item: Item,
  values: Item,
  { pk, sk, pkText, skText }: Index,
  list: AskedList | undefined,
): "own" | "left" | "forged" {
  const isHere = pkText(values).text === item[pk.field] && skText(values).text === item[sk.field];
  if (!isHere) return "forged";
  if (list === undefined || list.index.pkText(values).text === list.partition) return "own";
  return item[list.index.pk.field] === list.partition ? "forged" : "left";
}
