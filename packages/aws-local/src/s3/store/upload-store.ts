import { randomBytes } from "node:crypto";
import type { Database } from "../../sqlite/database.ts";
import type { Checksum, ChecksumAlgorithm } from "../checksums.ts";
import type { BodyStore } from "./body-store.ts";
import type { Bucket } from "./bucket-store.ts";

export interface MultipartUpload {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the checksum that the whole object shall have; null: none. */
  readonly algorithm: ChecksumAlgorithm | null;
}

export interface UploadedPart {
  readonly number: number;
  readonly bodyId: string;
  readonly size: number;
  readonly etag: string;
  readonly checksum: Checksum | null;
  readonly modifiedAt: Date;
}

interface UploadRow {
  readonly id: string;
  readonly headers: string;
  readonly algorithm: ChecksumAlgorithm | null;
}

interface PartRow {
  readonly number: number;
  readonly body_id: string;
  readonly size: number;
  readonly etag: string;
  readonly checksum: string | null;
  readonly modified_at: number;
}

export type UploadStore = ReturnType<typeof createUploadStore>;

export function createUploadStore(database: Database, bodies: BodyStore) {
  const discardParts = (uploadId: string, number?: number): void => {
    const rows = database.all<{ body_id: string }>(
      "DELETE FROM parts WHERE upload_id = ?1 AND (?2 IS NULL OR number = ?2) RETURNING body_id",
      uploadId,
      number ?? null,
    );
    for (const { body_id: id } of rows) bodies.discard(id);
  };
  const remove = (uploadId: string): void => {
    discardParts(uploadId);
    database.run("DELETE FROM uploads WHERE id = ?", uploadId);
  };
  return {
    create(bucket: Bucket, key: string, upload: Omit<MultipartUpload, "id">, now: Date): string {
      const id = randomBytes(24).toString("base64url");
      database.run(
        "INSERT INTO uploads (id, bucket_id, key, headers, algorithm, started_at) VALUES (?, ?, ?, ?, ?, ?)",
        id,
        bucket.id,
        Buffer.from(key),
        JSON.stringify(upload.headers),
        upload.algorithm,
        now.getTime(),
      );
      return id;
    },
    find({ id: bucketId }: Bucket, key: string, id: string): MultipartUpload | null {
      const row = database.get<UploadRow>(
        "SELECT id, headers, algorithm FROM uploads WHERE id = ? AND bucket_id = ? AND key = ?",
        id,
        bucketId,
        Buffer.from(key),
      );
      return row === undefined ? null : { ...row, headers: JSON.parse(row.headers) };
    },
    /** Within a transaction, as `remove`. */
    putPart(uploadId: string, part: UploadedPart): void {
      discardParts(uploadId, part.number);
      database.run(
        "INSERT INTO parts (upload_id, number, body_id, size, etag, checksum, modified_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
        uploadId,
        part.number,
        part.bodyId,
        part.size,
        part.etag,
        part.checksum === null ? null : JSON.stringify(part.checksum),
        part.modifiedAt.getTime(),
      );
    },
    parts: (uploadId: string): readonly UploadedPart[] =>
      database
        .all<PartRow>("SELECT * FROM parts WHERE upload_id = ? ORDER BY number", uploadId)
        .map(({ body_id: bodyId, modified_at: modifiedAt, checksum, number, size, etag }) => ({
          number,
          bodyId,
          size,
          etag,
          checksum: checksum === null ? null : JSON.parse(checksum),
          modifiedAt: new Date(modifiedAt),
        })),
    remove,
    /** At most `limit` that began before `before`; how many. */
    removeOld({ id }: Bucket, prefix: string, before: Date, limit: number): number {
      return database.transaction(() => {
        const bytes = Buffer.from(prefix);
        const old = database.all<{ id: string }>(
          "SELECT id FROM uploads WHERE bucket_id = ? AND started_at < ? AND substr(key, 1, ?) = ? LIMIT ?",
          id,
          before.getTime(),
          bytes.length,
          bytes,
          limit,
        );
        for (const upload of old) remove(upload.id);
        return old.length;
      });
    },
  };
}
