import type { Database } from "../../sqlite/database.ts";
import { noSuchBucket } from "../s3-error.ts";

export interface Bucket {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  /** Its lifecycle rules as JSON; null: none. */
  readonly lifecycle: string | null;
}

interface BucketRow {
  readonly id: number;
  readonly name: string;
  readonly created_at: number;
  readonly lifecycle: string | null;
}

const bucketOf = ({ created_at, ...row }: BucketRow): Bucket => ({ ...row, createdAt: new Date(created_at) });

export type BucketStore = ReturnType<typeof createBucketStore>;

export function createBucketStore(database: Database) {
  const find = (name: string): Bucket | null => {
    const row = database.get<BucketRow>("SELECT * FROM buckets WHERE name = ?", name);
    return row === undefined ? null : bucketOf(row);
  };
  return {
    find,
    /** @throws NoSuchBucket */
    get(name: string): Bucket {
      const bucket = find(name);
      if (bucket === null) throw noSuchBucket(name);
      return bucket;
    },
    all: (): readonly Bucket[] =>
      database.all<BucketRow>("SELECT * FROM buckets ORDER BY name").map(bucketOf),
    create(name: string, now: Date): void {
      database.run("INSERT INTO buckets (name, created_at) VALUES (?, ?)", name, now.getTime());
    },
    /** False: something is in it. */
    delete({ id }: Bucket): boolean {
      return database.transaction(() => {
        const inUse = ["objects", "uploads"].some(
          (table) => database.get(`SELECT 1 FROM ${table} WHERE bucket_id = ? LIMIT 1`, id) !== undefined,
        );
        if (!inUse) database.run("DELETE FROM buckets WHERE id = ?", id);
        return !inUse;
      });
    },
    setLifecycle({ id }: Bucket, lifecycle: string | null): void {
      database.run("UPDATE buckets SET lifecycle = ? WHERE id = ?", lifecycle, id);
    },
  };
}
