import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { HostLogger } from "../host-logger.ts";
import { readPng } from "../observe/png.ts";
import type { ArtifactSpool } from "./artifact-spool.ts";

/** At some 200 KB each. One is on its way for each device that works. */
const mostFiles = 500;

/**
 * Pictures whose command is answered before they are stored. Each lies in a file until it is: a command would otherwise
 * wait for its encoding and for S3.
 */
export class PictureSpool {
  readonly #dir: string;
  readonly #logger: HostLogger;
  /** By path: those on their way, and those that could be stored nowhere and wait for the next process. */
  readonly #files = new Map<string, Promise<unknown>>();

  /** What an earlier process left goes to the spool, as the device gave it. */
  constructor(dir: string, spool: Pick<ArtifactSpool, "keep">, logger: HostLogger) {
    this.#dir = dir;
    this.#logger = logger;
    mkdirSync(dir, { recursive: true });
    for (const name of readdirSync(dir)) {
      const path = join(dir, name);
      try {
        const { bytes } = readPng(readFileSync(path));
        spool.keep(decodeURIComponent(name), bytes, "image/png");
        rmSync(path);
      } catch (error) {
        const { code, message } = unexpected(error);
        logger.error("a picture of an earlier process was not stored", { name, error: message });
        // That process ended while it wrote the file, so it did not answer the command.
        if (code === "ScreenshotCorrupt") rmSync(path);
      }
    }
  }

  /** Keeps the picture until `store` has resolved. Null: it cannot be kept, and `store` was not begun. */
  keepWhile<Result>(key: string, png: Buffer, store: () => Promise<Result>): Promise<Result> | null {
    if (this.#files.size >= mostFiles) return null;
    const path = join(this.#dir, encodeURIComponent(key));
    try {
      writeFileSync(path, png);
    } catch (error) {
      this.#logger.warn("a picture is not kept in a file", { key, error: String(error) });
      return null;
    }
    const stored = store().then((result) => {
      rmSync(path);
      this.#files.delete(path);
      return result;
    });
    this.#files.set(path, stored);
    return stored;
  }

  /** Resolves when none is on its way. Never rejects. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#files.values());
  }
}
