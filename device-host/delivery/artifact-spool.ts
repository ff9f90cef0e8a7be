import { hash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { ExponentialBackoff } from "cockatiel";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { Artifacts } from "#shared/storage/artifacts/artifacts.ts";
import { packedBody } from "#shared/storage/artifacts/packed-body.ts";
import type { HostClock } from "../host-clock.ts";
import type { HostCondition } from "../host-disk.ts";
import type { HostLogger } from "../host-logger.ts";

export interface SpoolSettings {
  /** For so long storage may hold up a command with one artifact. */
  readonly patienceSeconds: number;
  /** Between tries of what waits: growing, with jitter. */
  readonly firstPauseSeconds: number;
  readonly longestPauseSeconds: number;
  /** At half of this the host takes no new work; the other half is for the jobs that it has. */
  readonly mostBytes: number;
  readonly keptSeconds: number;
}

export const defaultSpoolSettings: SpoolSettings = {
  patienceSeconds: 5,
  firstPauseSeconds: 1,
  longestPauseSeconds: 60,
  mostBytes: 512 * 1_048_576,
  keptSeconds: 7 * 86_400,
};

interface SpoolServices {
  readonly artifacts: Pick<Artifacts, "put">;
  readonly clock: HostClock;
  readonly logger: HostLogger;
}

interface Waiting {
  readonly key: string;
  readonly body: Buffer;
  readonly contentType: string;
  /** How the body is compressed; absent: it is not. */
  readonly contentEncoding?: "gzip" | undefined;
  /** Of the body as it was taken, in base64: S3 compares what arrives with it, and keeps it. */
  readonly sha256: string;
}

/** Artifacts on their way to storage; those that it does not take now wait on this machine's disk (docs/faults.md D12). */
export class ArtifactSpool implements HostCondition {
  readonly #rows: ReturnType<typeof openRows>;
  readonly #settings: SpoolSettings;
  readonly #services: SpoolServices;

  /** Opens or makes the file. Throws sqlite's error when it cannot be used. */
  constructor(path: string, settings: SpoolSettings, services: SpoolServices) {
    this.#rows = openRows(path);
    this.#settings = settings;
    this.#services = services;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#rows.count();
  }

  get problem(): string | null {
    const bytes = this.#rows.bytes();
    if (bytes < this.#settings.mostBytes / 2) return null;
    return `${megabytes(bytes)} of artifacts wait for storage, which is unavailable: check the connection to S3.`;
  }

  /**
   * `pending`: it lies on this machine's disk and is stored as soon as storage takes it, also by a later process.
   * @throws StorageUnavailable when neither takes it · ConfigurationInvalid when no later try would help
   */
  async put(
    key: string,
    body: Buffer | string,
    contentType: string,
    patienceSeconds = this.#settings.patienceSeconds,
  ): Promise<"stored" | "pending"> {
    const { bytes, contentEncoding } = packedBody(body);
    const sha256 = sha256Of(bytes);
    const signal = AbortSignal.timeout(patienceSeconds * 1_000);
    try {
      await this.#services.artifacts.put(key, bytes, contentType, { sha256, signal, contentEncoding });
    } catch (error) {
      const failure = unexpected(error);
      if (failure.code !== "StorageUnavailable") throw failure;
      this.#keep({ key, body: bytes, contentType, contentEncoding, sha256 }, failure);
      return "pending";
    }
    // What an interrupted try of the same command left here is older than what is stored now.
    if (this.waiting > 0) this.#rows.forget(key);
    return "stored";
  }

  /**
   * Keeps on this machine's disk what an earlier process did not store.
   * @throws StorageUnavailable when there is no room
   */
  keep(key: string, body: Buffer, contentType: string): void {
    const failure = new DroverError("StorageUnavailable", "The host ended before it was stored.");
    this.#keep({ key, body, contentType, sha256: sha256Of(body) }, failure);
  }

  #keep(artifact: Waiting, failure: DroverError): void {
    const { clock, logger } = this.#services;
    if (this.#rows.bytes() + artifact.body.length > this.#settings.mostBytes) throw failure;
    try {
      this.#rows.keep(artifact, clock.now().getTime());
    } catch (cause) {
      const message = `${artifact.key} can be stored neither in S3 nor on this machine's disk`;
      throw new DroverError("StorageUnavailable", message, { cause });
    }
    logger.warn("artifact waits for storage", { key: artifact.key, error: failure.message });
  }

  /** Stores what waits, with growing pauses while storage does not take it, until the signal is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, logger } = this.#services;
    const { firstPauseSeconds, longestPauseSeconds } = this.#settings;
    const first = new ExponentialBackoff({
      initialDelay: firstPauseSeconds * 1_000,
      maxDelay: longestPauseSeconds * 1_000,
    });
    let pause = first.next();
    while (!signal.aborted) {
      const result = await this.#storeNext(signal).catch((error: unknown) => {
        if (!signal.aborted) logger.warn("artifacts still wait for storage", { error: String(error) });
        return "failed" as const;
      });
      if (result === "stored") {
        pause = first.next();
        continue;
      }
      await clock.wait(pause.duration, signal);
      pause = result === "failed" ? pause.next(undefined) : first.next();
    }
  }

  async #storeNext(signal: AbortSignal): Promise<"stored" | "none"> {
    const { artifacts, clock, logger } = this.#services;
    const tooOld = this.#rows.dropOlderThan(clock.now().getTime() - this.#settings.keptSeconds * 1_000);
    if (tooOld > 0) logger.error("artifacts waited too long for storage and are lost", { count: tooOld });
    const artifact = this.#rows.next();
    if (artifact === null) return "none";
    const { key, body, contentType, contentEncoding, sha256 } = artifact;
    if (sha256Of(body) === sha256) {
      this.#rows.tried(key);
      await artifacts.put(key, body, contentType, { sha256, signal, contentEncoding });
      logger.info("waiting artifact stored", { key });
    } else {
      logger.error("a waiting artifact was damaged on disk and is lost", { key });
    }
    this.#rows.drop(artifact);
    return "stored";
  }

  close(): void {
    this.#rows.close();
  }
}

const sha256Of = (body: Buffer): string => hash("sha256", body, "base64");
const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MB`;

/** A file of an earlier version held no compressed text. */
function addMissingColumn(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('artifacts')").all();
  if (columns.some(({ name }) => name === "content_encoding")) return;
  database.exec("ALTER TABLE artifacts ADD COLUMN content_encoding TEXT");
}

/** The spool's table. What is deleted gives its room back to the disk. */
function openRows(path: string) {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA auto_vacuum = FULL;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS artifacts (
      key TEXT PRIMARY KEY, content_type TEXT NOT NULL, sha256 TEXT NOT NULL, bytes INTEGER NOT NULL,
      kept_at INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0, body BLOB NOT NULL, content_encoding TEXT
    ) STRICT;
  `);
  addMissingColumn(database);
  const total = database.prepare("SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM artifacts");
  const insert = database.prepare(
    "INSERT OR REPLACE INTO artifacts (key, content_type, sha256, bytes, kept_at, body, content_encoding) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  // One that is refused again and again must not stand before the others.
  const first = database.prepare(
    "SELECT key, content_type, content_encoding, sha256, body FROM artifacts ORDER BY tries, kept_at LIMIT 1",
  );
  const countTry = database.prepare("UPDATE artifacts SET tries = tries + 1 WHERE key = ?");
  const remove = database.prepare("DELETE FROM artifacts WHERE key = ?");
  const removeThis = database.prepare("DELETE FROM artifacts WHERE key = ? AND sha256 = ?");
  const removeOld = database.prepare("DELETE FROM artifacts WHERE kept_at < ?");
  return {
    count: (): number => Number(total.get()?.count),
    bytes: (): number => Number(total.get()?.bytes),
    keep: ({ key, contentType, contentEncoding, sha256, body }: Waiting, now: number) =>
      void insert.run(key, contentType, sha256, body.length, now, body, contentEncoding ?? null),
    next: (): Waiting | null => {
      const row = first.get();
      if (row === undefined) return null;
      const { key, content_type, content_encoding, sha256, body } = row;
      return {
        key: String(key),
        contentEncoding: content_encoding === "gzip" ? "gzip" : undefined,
        contentType: String(content_type),
        sha256: String(sha256),
        body: Buffer.from(body as Uint8Array),
      };
    },
    tried: (key: string) => void countTry.run(key),
    forget: (key: string) => void remove.run(key),
    /** Unless another body has been kept under its key meanwhile. */
    drop: ({ key, sha256 }: Waiting) => void removeThis.run(key, sha256),
    dropOlderThan: (time: number): number => Number(removeOld.run(time).changes),
    close: () => database.close(),
  };
}
