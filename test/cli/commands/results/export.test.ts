import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { exportCommand } from "#cli/commands/results/export.ts";
import { scanCommand } from "#cli/commands/results/scan.ts";
import { openRunFile } from "#cli/run-file/open-run-file.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import {
  jobIdOf,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../../shared/storage/sample-records.ts";
import { commandLine, startApiForCommands } from "../../api-command-line.ts";

let api: Awaited<ReturnType<typeof startApiForCommands>>;
let folder: string;
const jobId = jobIdOf(1);
const screen = (step: number): string => observationKey(tenantId, jobId, step, "c", "screenshot.png");
const out = (name: string): string => path.join(folder, name);
const run = (...args: readonly string[]) => commandLine(exportCommand, ...args);

beforeAll(async () => {
  api = await startApiForCommands();
  folder = await mkdtemp(path.join(tmpdir(), "drover-export-"));
  const grey = { create: { width: 108, height: 240, channels: 3, background: "#888" } } as const;
  const picture = await sharp(grey).png().toBuffer();
  for (const step of [0, 1]) await api.storage.artifacts.put(screen(step), picture, "image/png");
  const ended = { status: "finished", outcome: "succeeded", stepCount: 1 };
  const { jobs, steps } = api.repositories;
  await jobs.create(sampleJob({ ...ended, jobId }));
  await jobs.create(sampleJob({ ...ended, jobId: jobIdOf(2), task: "Write to ada@mail.org" }));
  await jobs.create(sampleJob({ ...ended, jobId: jobIdOf(3), falseComplete: true }));
  const seen = (step: number) => sampleObservation({ screenshotKey: screen(step) });
  await steps.put(sampleStep({ jobId, before: seen(0), after: seen(1) }));
});
afterAll(async () => {
  await Promise.all([api.close(), rm(folder, { recursive: true })]);
});

describe("drover export", () => {
  it("[spec I7.3] writes a zip of everything that opens again, its pictures read by the API's links", async () => {
    const { code, err } = await run(jobId, "--format", "zip", "-o", out("run.zip"));
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining("4 files in ") });
    const opened = await openRunFile(out("run.zip"));
    expect((await opened.artifact(screen(1)))?.byteLength).toBeGreaterThan(50);
    expect((await opened.trajectory(jobId))?.steps).toHaveLength(1);
    await opened.close();
  });

  it("writes from a file that left a farm, without one: the same as from the farm", async () => {
    expect((await run(jobId, "--format", "zip", "-o", out("again.zip"))).code).toBe(0);
    expect((await run(jobId, "--format", "atif", "-o", out("from-farm"))).code).toBe(0);
    vi.stubEnv("DROVER_API_URL", "http://127.0.0.1:1");
    try {
      expect((await run(out("again.zip"), "--format", "atif", "-o", out("from-file"))).code).toBe(0);
      expect((await run(out("again.zip"), "--format", "zip", "-o", out("repacked.zip"))).code).toBe(0);
      expect(
        (await run(out("from-file/trajectory.json"), "--format", "markdown", "-o", out("page"))).code,
      ).toBe(0);
      const scanned = await commandLine(scanCommand, out("again.zip"), "--json");
      expect(JSON.parse(scanned.out)).toMatchObject({ jobs: 1, items: [{ rule: "unchecked" }, {}] });
    } finally {
      vi.stubEnv("DROVER_API_URL", api.url);
    }
    const read = (name: string) => readFile(out(name));
    expect(await read("from-file/trajectory.json")).toEqual(await read("from-farm/trajectory.json"));
    expect(await readdir(out("page/screens"))).toEqual(["0001.png", "0002.png"]);
    const repacked = await openRunFile(out("repacked.zip"));
    expect((await repacked.artifact(screen(1)))?.byteLength).toBeGreaterThan(50);
    await repacked.close();
  });

  it("writes folders, also as a zip, and text to stdout", async () => {
    expect((await run(jobId, "--format", "atif", "-o", out("atif"))).code).toBe(0);
    expect((await readdir(out("atif"), { recursive: true })).sort()).toEqual([
      "images",
      "images/0001.png",
      "images/0002.png",
      "trajectory.json",
    ]);
    expect((await run(jobId, "--format", "hf", "-o", out("hf.zip"))).code).toBe(0);
    expect((await readFile(out("hf.zip"))).subarray(0, 2).toString()).toBe("PK");
    expect((await run(jobId, "--format", "csv")).out).toMatch(/^jobId,step,/);
  });

  it("draws a GIF of as many frames as there are screens, with a ring where one was touched", async () => {
    expect((await run(jobId, "--format", "gif", "-o", out("job.gif"))).code).toBe(0);
    const { pages, width, delay } = await sharp(out("job.gif"), { animated: true }).metadata();
    expect({ pages, width, delay }).toEqual({ pages: 2, width: 360, delay: [900, 1_800] });
    const first = await sharp(out("job.gif"), { page: 0 }).raw().toBuffer({ resolveWithObject: true });
    const middle = (first.info.height / 2) * first.info.width + first.info.width / 2;
    const [red = 0, green = 0] = first.data.subarray(middle * first.info.channels);
    expect(red).toBeGreaterThan(green + 30);
  });

  it("writes nothing that may be private unless that is said, and leaves nothing behind", async () => {
    const refused = await run(jobIdOf(2), "--format", "json", "-o", out("private.json"));
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining("1 e-mail address in job.task"),
    });
    expect(refused.err).not.toContain("ada@");
    expect((await readdir(folder)).filter((name) => name.startsWith("private"))).toEqual([]);
    expect((await run(jobIdOf(2), "--format", "json")).code).toBe(2);
    const said = await run(jobIdOf(2), "--format", "json", "--unredacted", "-o", out("private.json"));
    expect(said).toMatchObject({ code: 0, err: expect.stringContaining("redaction: 1 e-mail address") });
    expect(await readFile(out("private.json"), "utf8")).toContain("ada@mail.org");
  });

  it("writes over nothing but a file, and says so before it reads anything", async () => {
    await mkdir(out("full"));
    await writeFile(out("full/mine.txt"), "mine");
    const { code, err } = await run(jobId, "--format", "markdown", "-o", out("full"));
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("a folder that is not empty") });
    expect(await readFile(out("full/mine.txt"), "utf8")).toBe("mine");
    expect((await run(jobId, "--format", "zip")).err).toContain("give --out");
  });

  it("says of what is no job and no batch that there is none", async () => {
    expect(await run("nightly", "--format", "json")).toMatchObject({
      code: 2,
      err: expect.stringContaining("no job or batch"),
    });
    expect((await run(jobIdOf(9), "--format", "json")).code).toBe(2);
  });
});

describe("drover scan", () => {
  const scan = (...args: readonly string[]) => commandLine(scanCommand, ...args);

  it("looks through the newest jobs, says what it found, and ends with 1 where a result misleads", async () => {
    const { out: told, err, code } = await scan();
    expect(code).toBe(1);
    expect(told).toMatch(/^error +falseComplete +01J0{22}3 /m);
    expect(told).toMatch(/^warning +unchecked +01J0{22}1 /m);
    expect(err).toMatch(/^3 jobs searched: .*1 falseComplete/);
  });

  it("looks at named jobs by named rules, and ends by the severity that is asked for", async () => {
    expect(await scan(jobId, "--rule", "falseComplete")).toMatchObject({
      code: 0,
      out: "No findings.\n",
    });
    expect((await scan(jobId, jobIdOf(2), "--fail-on", "warning", "--json")).code).toBe(1);
    expect((await scan(jobIdOf(3), "--fail-on", "never")).code).toBe(0);
    expect((await scan("--rules")).out).toMatch(/^neverLeftLauncher +warning +no app but the home screen/m);
  });
});
