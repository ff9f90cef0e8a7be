import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planCommand } from "#cli/commands/jobs/plan.ts";
import { forecast } from "#shared/rules/forecast/forecast.ts";
import { input, pastRuns } from "../../../shared/rules/forecast/past-farm.ts";
import { scriptedFarm } from "../../batch/batch-command-line.ts";

const farm = scriptedFarm(planCommand);
let dir = "";
let file = "";
beforeAll(() => {
  dir = mkdtempSync(path.join(tmpdir(), "drover-plan-"));
  file = path.join(dir, "tasks.yaml");
  writeFileSync(
    file,
    "settings: { concurrency: 7 }\ntasks:\n  - { id: alarm, task: Set an alarm, repeat: 90 }\n  - { id: wifi, task: Turn on Wi-Fi, repeat: 10 }\n",
  );
});
afterAll(() => rmSync(dir, { recursive: true }));

const answer = (given: Parameters<typeof input>[0] = {}) =>
  farm.answer("POST", "/v1/forecasts", { body: forecast(input(given)) });
const asked = () => farm.asked("POST", "/v1/forecasts")[0]?.body;

describe("drover plan", () => {
  it("asks for each task once with its runs, with the file's settings and the options over them", async () => {
    answer();
    await farm.run(
      file,
      "--devices",
      "9",
      "--deadline",
      "45m",
      "--model",
      "a",
      "--model",
      "b",
      "--aws",
      "medium",
    );
    expect(asked()).toMatchObject({
      tasks: [
        { taskId: "alarm", variant: "a", model: "a", runs: 90 },
        { taskId: "wifi", variant: "a", model: "a", runs: 10 },
      ],
      ...{ devices: 9, concurrency: 7, deadlineSeconds: 2_700, models: ["a", "b"] },
      aws: { scale: "medium", accountConcurrency: 1_000 },
    });
  });

  it("prints time and cost with their bands, what binds, what more devices change, and each assumption", async () => {
    answer({ past: { runs: pastRuns(8), batches: [] } });
    const { out, code } = await farm.run(file);
    expect(code).toBe(0);
    expect(out).toMatch(/100 jobs on 10 devices, 50 at once at most/);
    expect(out).toMatch(/^time +1\d min .* to .* min .* to /m);
    expect(out).toMatch(/^cost +\$10\.\d\d/m);
    expect(out).toMatch(/^Bound by devices$/m);
    expect(out).toMatch(/^100 more devices: .* less, then bound by the batch's concurrency$/m);
    expect(out).toMatch(/8 past jobs .* 100 have run before/);
    expect(out).toMatch(/^ {2}secondsBetweenJobs: 1 s pass/m);
  });

  it("says that a cost is not known instead of nothing, and prints the API's answer as JSON", async () => {
    answer({ past: { runs: [], batches: [] } });
    expect((await farm.run(file)).out).toMatch(/^cost +not known$/m);
    expect(JSON.parse((await farm.run(file, "--json")).out)).toMatchObject({ jobs: 100, unpricedShare: 1 });
  });

  it("lists what keeps a deadline, or says that nothing does", async () => {
    answer({ deadlineSeconds: 300, models: ["small"] });
    expect((await farm.run(file)).out).toMatch(/^small +2\d +50 +/m);
    answer({ deadlineSeconds: 30 });
    expect((await farm.run(file)).out).toContain("No number of devices keeps the deadline");
  });

  it("refuses options that do not fit with what to give instead", async () => {
    for (const [args, said] of [
      [[], /There is no tasks file/],
      [[file, "--account-concurrency", "50"], /has no effect without --aws/],
      [[file, "--score"], /takes no file/],
    ] as const)
      expect(await farm.run(...args)).toMatchObject({ code: 2, err: expect.stringMatching(said) });
    for (const args of [
      ["--deadline", "5x"],
      ["--devices", "0"],
      ["--aws", "huge"],
    ])
      await expect(farm.run(file, ...args)).rejects.toThrow(/Give /);
  });

  it("--score compares past forecasts with what happened", async () => {
    const bands = { median: 100, half: { low: 90, high: 110 }, most: { low: 80, high: 130 } };
    const at = "2026-01-01T00:00:00.000Z";
    const batch = {
      ...{
        schemaVersion: 1,
        batchId: "01JBATCH000000000000000000",
        name: "nightly",
        status: "finished",
        settings: {},
      },
      ...{ lineCount: 1, run: 1, createdAt: at, startedAt: at, finishedAt: "2026-01-01T00:02:00.000Z" },
      forecast: { at, run: 1, jobs: 5, pastJobs: 9, seconds: bands, usd: bands, binds: "devices" },
    };
    farm.answer("GET", "/v1/batches", { body: { items: [batch] } });
    const { out } = await farm.run("--score");
    expect(out).toMatch(/^nightly +5 +1 min 40 s +1 min 20 s to 2 min 10 s +2 min 00 s +-16\.7 %$/m);
    expect(out).toContain(
      "1 forecast from history: 100.0 % within the 90 % band, 0.0 % within the 50 % band",
    );
  });
});
