interface ItemPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

/** The items of every page of a list, in order; a page is read when the items before it are used up. */
export async function* everyItem<Item>(
  readPage: (cursor: string | undefined) => Promise<ItemPage<Item>>,
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
