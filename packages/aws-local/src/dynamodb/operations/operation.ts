import type { Database } from "../../sqlite/database.ts";
import type { ItemStore } from "../store/item-store.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";

export interface OperationContext {
  readonly database: Database;
  readonly items: ItemStore;
  readonly tables: TableCatalogue;
  readonly clock: () => Date;
}

/** Answers one request at once; what it throws is a ServiceError or a fault of ours. */
export type Operation = (context: OperationContext, input: unknown) => object;
