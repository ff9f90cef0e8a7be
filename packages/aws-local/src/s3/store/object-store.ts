import type { Database } from "../../sqlite/database.ts";
import type { Checksum } from "../checksums.ts";
import type { BodyStore } from "./body-store.ts";
import type { Bucket } from "./bucket-store.ts";

export interface StoredObject {
  readonly key: string;
  readonly bodyId: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly modifiedAt: Date;
  /** Given back with it: content type, metadata. */
  readonly headers: Readonly<Record<string, string>>;
  readonly checksum: Checksum | null;
}

/** What a listing tells of it. */
export interface ListedObject {
  readonly keyBytes: Buffer;
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

interface ObjectRow {
  readonly body_id: string;
  readonly size: number;
  readonly etag: string;
  readonly modified_at: number;
  readonly headers: string;
  readonly checksum: string | null;
}

interface KeyRange {
  readonly from: Buffer;
  /** Exclusive; null: to the end. */
  readonly to: Buffer | null;
}

/** Behind every key. */
const endOfKeys = Buffer.alloc(1, 0xff);

export type ObjectStore = ReturnType<typeof createObjectStore>;

export function createObjectStore(database: Database, bodies: BodyStore) {
  const find = ({ id }: Bucket, key: string): StoredObject | null => {
    const row = database.get<ObjectRow>(
      "SELECT * FROM objects WHERE bucket_id = ? AND key = ?",
      id,
      Buffer.from(key),
    );
    return row === undefined ? null : objectOf(key, row);
  };
  const remove = ({ id }: Bucket, key: Uint8Array): void => {
    const row = database.get<{ body_id: string }>(
      "DELETE FROM objects WHERE bucket_id = ? AND key = ? RETURNING body_id",
      id,
      key,
    );
    if (row !== undefined) bodies.discard(row.body_id);
  };
  return {
    find,
    /** Within a transaction, as `remove`. */
    put(bucket: Bucket, object: StoredObject): void {
      const key = Buffer.from(object.key);
      remove(bucket, key);
      database.run(
        "INSERT INTO objects (bucket_id, key, body_id, size, etag, modified_at, headers, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        bucket.id,
        key,
        object.bodyId,
        object.size,
        object.etag,
        object.modifiedAt.getTime(),
        JSON.stringify(object.headers),
        object.checksum === null ? null : JSON.stringify(object.checksum),
      );
    },
    remove: (bucket: Bucket, key: string): void => remove(bucket, Buffer.from(key)),

    list({ id }: Bucket, { from, to }: KeyRange, limit: number): readonly ListedObject[] {
      const rows = database.all<{ key: Uint8Array; size: number; etag: string; modified_at: number }>(
        "SELECT key, size, etag, modified_at FROM objects WHERE bucket_id = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
        id,
        from,
        to ?? endOfKeys,
        limit,
      );
      return rows.map(({ key, size, etag, modified_at: modifiedAt }) => ({
        keyBytes: Buffer.from(key),
        size,
        etag,
        modifiedAt: new Date(modifiedAt),
      }));
    },

    /** Removes at most `limit` under `range` that were last modified before `before`; how many. */
    removeOld(bucket: Bucket, { from, to }: KeyRange, before: Date, limit: number): number {
      return database.transaction(() => {
        const old = database.all<{ key: Uint8Array }>(
          "SELECT key FROM objects WHERE bucket_id = ? AND modified_at < ? AND key >= ? AND key < ? LIMIT ?",
          bucket.id,
          before.getTime(),
          from,
          to ?? endOfKeys,
          limit,
        );
        for (const { key } of old) remove(bucket, key);
        return old.length;
      });
    },
  };
}

const objectOf = (key: string, row: ObjectRow): StoredObject => ({
  key,
  bodyId: row.body_id,
  size: row.size,
  etag: row.etag,
  modifiedAt: new Date(row.modified_at),
  headers: JSON.parse(row.headers),
  checksum: row.checksum === null ? null : JSON.parse(row.checksum),
});
