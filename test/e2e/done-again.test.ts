import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { doneJob, drover, type RunningFarm, startUp } from "./drover-process.ts";

const check = ["--check", "setting:global/bluetooth_on=1"];
let dir: string;
let farms: readonly RunningFarm[] = [];
let jobId = "";
const at = (name: string) => path.join(dir, name);
const asJob = async (command: string, farm: string, ...args: string[]): Promise<JobResponse> => {
  return doneJob(await drover(command, "--json", "--dir", at(farm), ...args));
};

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-again-"));
  farms = await Promise.all([startUp(at("one")), startUp(at("two"))]);
  ({ jobId } = await asJob("run", "one", "Turn on Bluetooth", ...check));
  await drover("trajectory", jobId, "--out", at("run.json"), "--dir", at("one"));
}, 120_000);
afterAll(async () => {
  await Promise.all(farms.map((farm) => farm.stop()));
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe("a job that was done once", () => {
  it("[spec I7.2] is replayed without a model, and resumed from its file on another farm", async () => {
    const replayed = await asJob("replay", "one", jobId);
    expect(replayed).toMatchObject({ outcome: "succeeded", usage: { calls: 0 }, source: { kind: "replay" } });
    const resumed = await asJob("resume", "two", at("run.json"));
    expect(resumed).toMatchObject({
      outcome: "succeeded",
      // The agent only looked and claimed.
      usageByRole: { agent: { calls: 1 } },
      source: { kind: "resume" },
    });
    const forked = await asJob("fork", "one", jobId, "--at", "2", "--model", "practice-1");
    expect(forked).toMatchObject({ outcome: "succeeded", source: { kind: "fork", at: 2 } });
  }, 120_000);

  it("[spec I7.2] is forked by going back to its device when that was kept, without a step done again", async () => {
    const kept = await asJob("run", "one", "Turn on Bluetooth", ...check, "--snapshot", "every");
    const forked = await asJob("fork", "one", kept.jobId, "--at", "2");
    expect(forked).toMatchObject({
      outcome: "succeeded",
      deviceId: kept.deviceId,
      start: { restored: true, snapshotId: forked.source?.snapshotId },
    });
    expect((await drover("show", forked.jobId, "--dir", at("one"))).stdout).toMatch(
      /went back to snapshot \w+: no step was done again/,
    );
    const listed = await drover("snapshots", "list", "--dir", at("one"));
    expect(listed.stdout).toContain(`job ${kept.jobId}, step 2`);
  }, 120_000);

  it("[spec I7.2] diverges where the device stands otherwise, and says so", async () => {
    const recorded = (await readFile(at("run.json"), "utf8")).replaceAll('"is": "off"', '"is": "on"');
    await writeFile(at("other.json"), recorded);
    const job = await asJob("replay", "two", at("other.json"));
    expect(job).toMatchObject({ outcome: "failed", usage: { calls: 0 }, divergence: { found: "it is off" } });
    expect((await drover("show", job.jobId, "--dir", at("two"))).stdout).toMatch(/diverged: +its step 5/);
  }, 120_000);

  it("[spec I7.2] runs as a script that a person changed, and is healed where a name drifted", async () => {
    await drover("script", jobId, "--out", at("s.yaml"), "--dir", at("one"));
    const text = (await readFile(at("s.yaml"), "utf8")).replace("Connection preferences", "Connection prefs");
    await writeFile(at("s.yaml"), text);
    const job = await asJob("run", "two", "--script", at("s.yaml"), "--heal");
    expect(job).toMatchObject({ outcome: "succeeded", usage: { calls: 1 } });
    expect(await readFile(at("s.yaml"), "utf8")).toContain("tap: Connection preferences");
  }, 120_000);
});
