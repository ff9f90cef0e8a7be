interface ListOptions {
  readonly prefix?: string;
  readonly delimiter?: string;
  readonly maxKeys?: number;
  readonly startAfter?: string;
  readonly marker?: string;
}

interface Listing<Listed> {
  objects: Listed[];
  commonPrefixes: string[];
  isTruncated: boolean;
}

interface ListedStore<Listed extends { readonly key: string }> {
  listObjects(bucket: string, options?: ListOptions): Listing<Listed>;
}

/** As S3: the order of the keys' UTF-8 bytes. */
export const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * fauxqs 2.4.1 lists in the order of a dictionary, where `B` stands behind `a`, but goes on behind the last key in the order of
 * the bytes: keys are lost between two pages.
 */
export function listByBytes<Listed extends { readonly key: string }>(store: ListedStore<Listed>): void {
  const list = store.listObjects;
  store.listObjects = (bucket, options = {}) => {
    const { prefix = "", delimiter, maxKeys = 1_000, startAfter = options.marker ?? "" } = options;
    const all = list.call(store, bucket, { prefix, maxKeys: Number.POSITIVE_INFINITY }).objects;
    const later = all.filter(({ key }) => startAfter === "" || byBytes(key, startAfter) > 0);
    later.sort((a, b) => byBytes(a.key, b.key));
    return page(later, { prefix, delimiter, maxKeys, startAfter });
  };
}

function page<Listed extends { readonly key: string }>(
  sorted: readonly Listed[],
  {
    prefix,
    delimiter,
    maxKeys,
    startAfter,
  }: Required<Omit<ListOptions, "marker" | "delimiter">> & {
    readonly delimiter: string | undefined;
  },
): Listing<Listed> {
  const objects: Listed[] = [];
  const commonPrefixes = new Set<string>();
  for (const object of sorted) {
    const end = delimiter ? object.key.indexOf(delimiter, prefix.length) : -1;
    const folder = end < 0 ? null : object.key.slice(0, end + (delimiter ?? "").length);
    if (folder !== null && (commonPrefixes.has(folder) || folder === startAfter)) continue;
    if (objects.length + commonPrefixes.size >= maxKeys) {
      return { objects, commonPrefixes: [...commonPrefixes], isTruncated: true };
    }
    if (folder === null) objects.push(object);
    else commonPrefixes.add(folder);
  }
  return { objects, commonPrefixes: [...commonPrefixes], isTruncated: false };
}
