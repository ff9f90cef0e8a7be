import type { Bucket } from "./store/bucket-store.ts";
import type { ListedObject, ObjectStore } from "./store/object-store.ts";

interface PageRequest {
  readonly prefix: string;
  /** Empty: nothing is folded. */
  readonly delimiter: string;
  /** The first key that may be on the page. */
  readonly from: Buffer;
  readonly maxKeys: number;
}

export type PageEntry = { readonly object: ListedObject } | { readonly folded: Buffer };

interface KeyPage {
  readonly entries: readonly PageEntry[];
  /** Where the next page begins; null: this is the last one. */
  readonly next: Buffer | null;
}

const rowsAtOnceWhenFolding = 100;

/** The first bytes behind everything that begins with these; null: there are none. UTF-8 has no 0xff. */
export function behindPrefix(prefix: Buffer): Buffer | null {
  if (prefix.length === 0) return null;
  const next = Buffer.from(prefix);
  next[next.length - 1] = (next.at(-1) ?? 0) + 1;
  return next;
}

export const behindKey = (key: Buffer): Buffer => Buffer.concat([key, Buffer.alloc(1)]);

/** Where a page begins that shall hold what comes after `key`: a key of another page, or what was folded at its end. */
export function startAfter(key: string, prefix: string, delimiter: string): Buffer {
  const bytes = Buffer.from(key);
  if (key === "") return bytes;
  const at = delimiter === "" || !key.startsWith(prefix) ? -1 : key.indexOf(delimiter, prefix.length);
  const isFolded = at >= 0 && at + delimiter.length === key.length;
  return (isFolded ? behindPrefix(bytes) : null) ?? behindKey(bytes);
}

/** In the order of the keys' bytes. What is folded is stepped over, however much there is of it. */
export function readKeyPage(objects: ObjectStore, bucket: Bucket, request: PageRequest): KeyPage {
  const prefix = Buffer.from(request.prefix);
  const delimiter = Buffer.from(request.delimiter);
  const to = behindPrefix(prefix);
  const entries: PageEntry[] = [];
  let from: Buffer | null = Buffer.compare(request.from, prefix) < 0 ? prefix : request.from;
  while (from !== null && request.maxKeys > 0) {
    const left = request.maxKeys - entries.length + 1;
    const limit = delimiter.length === 0 ? left : Math.min(left, rowsAtOnceWhenFolding);
    const rows = objects.list(bucket, { from, to }, limit);
    from = rows.length < limit ? null : behindKey(rows.at(-1)?.keyBytes ?? from);
    for (const object of rows) {
      if (entries.length === request.maxKeys) return { entries, next: object.keyBytes };
      const folded = foldedPart(object.keyBytes, prefix.length, delimiter);
      entries.push(folded === null ? { object } : { folded });
      if (folded === null) continue;
      from = behindPrefix(folded);
      break;
    }
  }
  return { entries, next: null };
}

function foldedPart(key: Buffer, prefixLength: number, delimiter: Buffer): Buffer | null {
  const at = delimiter.length === 0 ? -1 : key.indexOf(delimiter, prefixLength);
  return at < 0 ? null : key.subarray(0, at + delimiter.length);
}
