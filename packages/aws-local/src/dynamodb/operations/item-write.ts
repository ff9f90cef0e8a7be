import type { Condition } from "../expressions/condition.ts";
import { holds } from "../expressions/holds.ts";
import { conditionFailed, validationError } from "../service-error.ts";
import type { ItemKey } from "../store/item-key.ts";
import type { StoredItem } from "../store/stored-item.ts";
import type { Table } from "../store/table.ts";
import type { Item } from "../values/attribute-value.ts";
import { itemBytes, largestItemBytes } from "../values/item-size.ts";
import type { OperationContext } from "./operation.ts";

/** A write to one item, checked as far as that goes without the item. */
export interface ItemWrite {
  readonly table: Table;
  readonly key: ItemKey;
  readonly condition: Condition | undefined;
  /** Whether a refusal tells the item as it is. */
  readonly tellsOnFailure: boolean;
  /** The item afterwards; undefined: there is none; the same: nothing is written. */
  readonly change: (before: Item | undefined) => Item | undefined;
}

export interface ItemChange {
  readonly write: ItemWrite;
  readonly stored: StoredItem | undefined;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
}

/** What the write would do. @throws ConditionalCheckFailedException, ValidationException */
export function planWrite({ items }: OperationContext, write: ItemWrite): ItemChange {
  const stored = items.get(write.table, write.key);
  const before = stored?.item;
  if (write.condition !== undefined && !holds(write.condition, before ?? {}))
    throw conditionFailed(write.tellsOnFailure ? before : undefined);
  return { write, stored, before, after: write.change(before) };
}

export function carryOut({ items }: OperationContext, { write, stored, before, after }: ItemChange): void {
  if (after === before) return;
  if (after !== undefined) items.put(write.table, write.key, after, stored);
  else if (stored !== undefined) items.delete(write.table, stored);
}

export function writeItem(context: OperationContext, write: ItemWrite): ItemChange {
  return context.database.transaction(() => {
    const change = planWrite(context, write);
    carryOut(context, change);
    return change;
  });
}

export function checkItemSize(item: Item, words = "Item size has exceeded the maximum allowed size"): void {
  if (itemBytes(item) > largestItemBytes) throw validationError(words);
}
