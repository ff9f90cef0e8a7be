import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openCloudDirectory } from "#local/cloud/cloud-directory.ts";
import { processStart } from "#local/process-start.ts";

let parent: string;
let dir: string;
beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), "drover-dir-"));
  dir = path.join(parent, "cloud");
});
afterEach(() => rm(parent, { recursive: true }));

const refusal = (message: string) => ({
  code: "ConfigurationInvalid",
  message: expect.stringContaining(message),
});

it("makes the directory for its owner alone, with credentials that stay", async () => {
  const first = await openCloudDirectory(dir);
  const ports = {
    objectsAndQueues: 1,
    dynamodb: 2,
    stepFunctions: 3,
    lambda: 4,
    secretsManager: 6,
    scheduler: 4,
    api: 5,
  };
  await first.keepPorts(ports);
  await first.release();
  const second = await openCloudDirectory(dir);
  expect(second.credentials).toEqual(first.credentials);
  expect(second.ports).toEqual(ports);
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(dir, "cloud.json"))).mode & 0o777).toBe(0o600);
});

it("has a second key for links, also where an older farm made only one", async () => {
  const first = await openCloudDirectory(dir);
  expect(first.linkCredentials).not.toEqual(first.credentials);
  const file = path.join(dir, "cloud.json");
  const { linkCredentials: _none, ...older } = JSON.parse(await readFile(file, "utf8"));
  await first.release();
  await writeFile(file, JSON.stringify(older));
  const second = await openCloudDirectory(dir);
  await second.keepPorts({
    objectsAndQueues: 1,
    dynamodb: 2,
    stepFunctions: 3,
    lambda: 4,
    secretsManager: 6,
    scheduler: 4,
    api: 5,
  });
  await second.release();
  expect(second.credentials).toEqual(first.credentials);
  expect((await openCloudDirectory(dir)).linkCredentials).toEqual(second.linkCredentials);
});

it("refuses a second start on the same directory and names the process", async () => {
  const first = await openCloudDirectory(dir);
  await expect(openCloudDirectory(dir)).rejects.toMatchObject(refusal(`Process ${process.pid} already runs`));
  await first.release();
  await (await openCloudDirectory(dir)).release();
});

it("takes over from a process that was killed, even when its id is in use again", async () => {
  await (await openCloudDirectory(dir)).release();
  const startedAt = await processStart(process.pid);
  for (const holder of [
    { pid: 2 ** 22 + 1, startedAt: null },
    { pid: process.pid, startedAt: `${startedAt}0` },
  ]) {
    await writeFile(path.join(dir, "lock"), JSON.stringify(holder));
    await (await openCloudDirectory(dir)).release();
  }
});

it("names the parent directory that is missing", async () => {
  await expect(openCloudDirectory(path.join(dir, "deep"))).rejects.toMatchObject(
    refusal(`The directory ${dir} does not exist`),
  );
});

it("names a file that stands where the directory should be", async () => {
  await writeFile(dir, "");
  await expect(openCloudDirectory(dir)).rejects.toMatchObject(refusal(`${dir} cannot be written: ENOTDIR`));
});

it("names a file of its own that it cannot read, and lets go of the directory", async () => {
  await (await openCloudDirectory(dir)).release();
  await writeFile(path.join(dir, "cloud.json"), "{");
  await expect(openCloudDirectory(dir)).rejects.toMatchObject(
    refusal("cloud.json was not written by a farm"),
  );
  await expect(readFile(path.join(dir, "lock"))).rejects.toThrow("ENOENT");
});

it("[fault D25] refuses the state of a newer version, and says the way out", async () => {
  const first = await openCloudDirectory(dir);
  await first.release();
  const file = path.join(dir, "cloud.json");
  const kept = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ...kept, stateVersion: kept.stateVersion + 1 }));
  await expect(openCloudDirectory(dir)).rejects.toMatchObject({
    ...refusal("was written by a newer Drover: its state has version"),
    advice: [expect.stringContaining("or use another directory with --dir")],
  });
});
