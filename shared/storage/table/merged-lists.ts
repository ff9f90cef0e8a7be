type Item = Readonly<Record<string, unknown>>;

interface Read<Values> {
  readonly data: readonly Values[];
  readonly unprocessed: readonly unknown[];
}

/** One of several lists that are read as one: its keys by the page, and the items that belong to them. */
export interface KeyList<Values> {
  readonly page: (
    limit: number,
    from: Item | undefined,
  ) => Promise<{ readonly keys: readonly Item[]; readonly from: Item | undefined }>;
  readonly items: (keys: readonly Item[]) => Promise<Read<Values>>;
}

interface Merging<Values> {
  readonly lists: readonly KeyList<Values>[];
  /** Whether one key comes before another. */
  readonly isBefore: (one: Item, other: Item) => boolean;
  readonly limit: number;
}

/** So many items from the beginning of all lists, or more; keys that are not needed for that cost no item to be read. */
export async function readMerged<Values>(merging: Merging<Values>) {
  const keys = keysInOrder(merging);
  const data: Values[] = [];
  const unprocessed: unknown[] = [];
  let isOver = false;
  // What does not belong in a list must not hide what comes after it.
  for (let size = merging.limit; !isOver && data.length + unprocessed.length < merging.limit; size *= 2) {
    const taken = await take(keys, size);
    isOver = taken.length < size;
    const groups = Map.groupBy(taken, ({ list }) => list);
    const found = await Promise.all([...groups].map(([list, of]) => list.items(of.map(({ key }) => key))));
    data.push(...found.flatMap((read) => read.data));
    unprocessed.push(...found.flatMap((read) => read.unprocessed));
  }
  return { data, cursor: isOver ? null : "more", unprocessed };
}

async function* keysInOrder<Values>({ lists, isBefore, limit }: Merging<Values>) {
  const places = lists.map((list) => ({
    list,
    keys: [] as Item[],
    from: undefined as Item | undefined,
    isOver: false,
  }));
  for (;;) {
    const empty = places.filter(({ keys, isOver }) => keys.length === 0 && !isOver);
    await Promise.all(
      empty.map(async (place) => {
        const { keys, from } = await place.list.page(limit, place.from);
        Object.assign(place, { keys: [...keys], from, isOver: from === undefined });
      }),
    );
    // A page may be empty although there are more.
    if (places.some(({ keys, isOver }) => keys.length === 0 && !isOver)) continue;
    const [first, ...others] = places.filter(({ keys }) => keys.length > 0);
    if (first === undefined) return;
    const next = others.reduce(
      (best, place) => (isBefore(place.keys[0] ?? {}, best.keys[0] ?? {}) ? place : best),
      first,
    );
    yield { list: next.list, key: next.keys.shift() ?? {} };
  }
}

async function take<Value>(values: AsyncGenerator<Value>, count: number): Promise<readonly Value[]> {
  const taken: Value[] = [];
  while (taken.length < count) {
    const next = await values.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
