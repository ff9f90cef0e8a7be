import type { Page, PageRequest } from "./cursor.ts";

/** So many items are looked at for one page, however few of them fit: then the caller is given a cursor to continue from. */
const mostExamined = 500;
const pageSize = 100;

interface FilteredReading<Item> {
  readonly request: PageRequest;
  readonly read: (request: PageRequest) => Promise<Page<Item>>;
  readonly fits: (item: Item) => boolean;
  readonly cursorAfter: (item: Item) => string;
}

/**
 * A page of those that fit. The index holds keys alone, so each item that is looked at is read: a page costs what lies between
 * its items, and may have fewer than were asked for, even none, and a cursor all the same.
 */
export async function readFilteredPage<Item>(reading: FilteredReading<Item>): Promise<Page<Item>> {
  const { request, read, fits, cursorAfter } = reading;
  const items: Item[] = [];
  let { cursor } = request;
  for (let examined = 0; examined < mostExamined; ) {
    // When most fit, no more is read than is needed.
    const limit = Math.min(pageSize, examined === 0 ? request.limit : pageSize, mostExamined - examined);
    const page = await read({ limit, ...(cursor === undefined ? {} : { cursor }) });
    for (const [index, item] of page.items.entries()) {
      if (!fits(item)) continue;
      items.push(item);
      const isLast = index === page.items.length - 1 && page.nextCursor === undefined;
      if (items.length === request.limit)
        return isLast ? { items } : { items, nextCursor: cursorAfter(item) };
    }
    if (page.nextCursor === undefined) return { items };
    examined += page.items.length;
    cursor = page.nextCursor;
  }
  return cursor === undefined ? { items } : { items, nextCursor: cursor };
}
