import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { LogFile } from "../../local/log-file.ts";

let dir: string;

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "log-file-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

it("[fault A19] outlives a log that cannot be written, and says what is missing when it can be again", async () => {
  const file = path.join(dir, "host.log");
  // Stands for a full disk: every append fails.
  await mkdir(file);
  const log = new LogFile(file);
  log.write(Buffer.from("lost\n"));
  await log.drained();
  await rm(file, { recursive: true });
  log.write(Buffer.from("kept\n"));
  await log.drained();
  expect(await readFile(file, "utf8")).toBe("… 5 bytes of this log could not be written\nkept\n");
});

it("keeps what came before the newest 20 MiB once, under another name", async () => {
  const log = new LogFile(path.join(dir, "host.log"));
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  for (let i = 0; i < 22; i += 1) {
    log.write(megabyte);
    await log.drained();
  }
  expect((await readFile(`${log.file}.1`)).length).toBe(21 * megabyte.length);
  expect((await readFile(log.file)).length).toBe(megabyte.length);
});

it("makes no file any more once it is closed, so that its directory can be deleted", async () => {
  const log = new LogFile(path.join(dir, "functions.log"));
  log.write(Buffer.from("in time\n"));
  await log.close();
  expect(await readFile(log.file, "utf8")).toBe("in time\n");
  await rm(log.file);
  log.write(Buffer.from("late\n"));
  await log.drained();
  expect(await readdir(dir)).toEqual([]);
});
