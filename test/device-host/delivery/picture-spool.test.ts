import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PictureSpool } from "#device-host/delivery/picture-spool.ts";
import { silentLogger } from "#device-host/host-logger.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

const key = "tenants/a/jobs/b/steps/0001/c/screenshot.webp";
const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: "red" } })
  .png()
  .toBuffer();
const never = () => new Promise<never>(() => {});

describe("a picture on its way to storage", () => {
  let dir: string;
  let spooled: unknown[][];
  let isFull: boolean;
  const open = () =>
    new PictureSpool(
      dir,
      {
        keep: (...artifact) => {
          if (isFull) throw new DroverError("StorageUnavailable", "no room");
          spooled.push(artifact);
        },
      },
      silentLogger,
    );
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), "drover-pictures-"));
    spooled = [];
    isFull = false;
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it("lies in a file until it is stored", async () => {
    let store = () => {};
    const stored = open().keepWhile(key, png, () => new Promise<void>((resolve) => (store = resolve)));
    expect(readdirSync(dir)).toHaveLength(1);
    store();
    await stored;
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is stored by the next process when its own ended", () => {
    void open().keepWhile(key, png, never);
    open();
    expect(spooled).toEqual([[key, png, "image/png"]]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it("waits for the process after that when there is no room for it", () => {
    void open().keepWhile(key, png, never);
    isFull = true;
    open();
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it("is not stored when its process ended while it wrote the file", () => {
    writeFileSync(join(dir, encodeURIComponent(key)), png.subarray(0, png.length - 20));
    open();
    expect(spooled).toEqual([]);
    expect(readdirSync(dir)).toEqual([]);
  });

  it("is waited for when too many are on their way or cannot be stored", async () => {
    const files = open();
    const kept = Array.from({ length: 500 }, (_, at) =>
      files.keepWhile(`${at}`, png, () => Promise.reject(new Error("no"))),
    );
    await Promise.allSettled(kept);
    expect(kept).not.toContain(null);
    expect(files.keepWhile("500", png, never)).toBeNull();
  });
});
