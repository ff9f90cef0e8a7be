import type { Item } from "../values/attribute-value.ts";
import type { ItemKey } from "./item-key.ts";

/** An item with its row. */
export interface StoredItem {
  readonly id: number;
  readonly key: ItemKey;
  readonly item: Item;
  readonly bytes: number;
}
