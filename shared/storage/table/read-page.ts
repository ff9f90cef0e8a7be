import { DroverError } from "../../errors/drover-error.ts";
import { type Page, type PageRequest, pageFrom } from "./cursor.ts";
import { storageCall } from "./storage-call.ts";

interface Found {
  readonly data: readonly unknown[];
  readonly cursor: string | null;
  readonly unprocessed?: readonly unknown[];
}

interface PageReading<Item> {
  /** Completes "could not …". */
  readonly operation: string;
  readonly request: PageRequest;
  /** One query for that many items, in the list's order. */
  readonly find: (limit: number) => Promise<Found>;
  readonly parse: (found: unknown) => Item;
  /** Where an item stands in the list; fetching items by their keys loses the order. */
  readonly place: (item: Item) => string;
  readonly newestFirst: boolean;
  readonly cursorAfter: (item: Item) => string;
}

export async function readPage<Item>(reading: PageReading<Item>): Promise<Page<Item>> {
  const { operation, request, place } = reading;
  const found = await storageCall(operation, () => reading.find(request.limit + 1));
  // A part-failed batch would look like a list with holes.
  if (found.unprocessed?.length) {
    throw new DroverError(
      "StorageUnavailable",
      `Could not ${operation}: ${found.unprocessed.length} items were not read.`,
    );
  }
  const sign = reading.newestFirst ? -1 : 1;
  const items = found.data
    .map(reading.parse)
    .sort((a, b) => (place(a) < place(b) ? -sign : place(a) > place(b) ? sign : 0));
  return pageFrom(items, found.cursor !== null, request, reading.cursorAfter);
}
