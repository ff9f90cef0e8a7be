import type * as z from "zod";
import { DroverError } from "../../errors/drover-error.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest, pageFrom } from "./cursor.ts";
import type { EntityQuery } from "./query.ts";
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
  /** Where an item is in the list; fetching items by their keys loses the order. */
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

interface ListReading<By extends string, Item> {
  /** Completes "could not …". */
  readonly operation: string;
  /** Names what is listed: a cursor of another list is refused. */
  readonly list: string;
  readonly all: Pick<EntityQuery<object>, "lt" | "gt" | "go">;
  readonly how: Pick<
    NonNullable<Parameters<EntityQuery<object>["go"]>[0]>,
    "order" | "consistent" | "hydrate"
  >;
  /** The attribute in whose order the list is. */
  readonly by: By;
  readonly values: z.ZodType<string>;
  readonly parse: (found: unknown) => Item;
}

/** A page of a list in the order of one attribute. */
export async function readList<By extends string, Item extends { readonly [Name in By]: string }>(
  request: PageRequest,
  { operation, list, all, how, by, values, parse }: ListReading<By, Item>,
): Promise<Page<Item>> {
  const newestFirst = how.order === "desc";
  const last =
    request.cursor === undefined ? undefined : { [by]: decodeCursor(list, request.cursor, values) };
  const rest = last === undefined ? all : newestFirst ? all.lt(last) : all.gt(last);
  return readPage({
    ...{ operation, request, parse, newestFirst },
    find: (limit) => rest.go({ ...how, limit }),
    place: (item) => item[by],
    cursorAfter: (item) => encodeCursor(list, item[by]),
  });
}
