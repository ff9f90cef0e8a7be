import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { GetExecutionHistoryCommand, SFNClient } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { doneJob, drover, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let code: number | null;
let job: JobResponse;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-job-"));
  farm = await startUp(dir, "--phones", "1");
  const check = ["--check", "setting:global/bluetooth_on=1"];
  const ended = await drover("run", "--json", "--dir", dir, "Turn on Bluetooth", ...check);
  code = ended.code;
  job = doneJob(ended);
}, 120_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe("one job through every process of a farm", () => {
  it("[spec C3][spec C4][spec C5][spec G5][spec R17] goes from the public API to an outcome judged on the phone", () => {
    expect(job).toMatchObject({
      outcome: "succeeded",
      judgement: [{ verdict: "passed", observed: expect.stringContaining("1") }],
    });
    expect(code).toBe(0);
  });

  it("[spec I7.3] is exported as a complete trajectory whose every step has its thinking, action, screens and times", async () => {
    const { stdout } = await drover("export", job.jobId, "--as", "json", "--dir", dir);
    const trajectory = Trajectory.parse(JSON.parse(stdout));
    expect(trajectory.completeness).toEqual({ complete: true, missing: [] });
    expect(trajectory.steps.length).toBeGreaterThan(2);
    for (const step of trajectory.steps.slice(0, -1)) {
      expect(step).toMatchObject({
        thinking: expect.stringMatching(/\w/),
        outcome: { ok: true },
        after: { treeKey: expect.any(String) },
      });
    }
  });

  it("spends three transitions and one callback a step, and three to start a plan and to check the claim", async () => {
    const sfn = new SFNClient({
      endpoint: farm.file.environment.AWS_ENDPOINT_URL_SFN ?? "",
      region: farm.file.environment.AWS_REGION ?? "",
      credentials: {
        accessKeyId: farm.file.environment.AWS_ACCESS_KEY_ID ?? "",
        secretAccessKey: farm.file.environment.AWS_SECRET_ACCESS_KEY ?? "",
      },
    });
    const history = await sfn.send(
      new GetExecutionHistoryCommand({
        executionArn: `arn:aws:states:us-east-1:000000000000:execution:job:${job.jobId}`,
        maxResults: 1000,
      }),
    );
    sfn.destroy();
    const events = history.events ?? [];
    const entered = events.filter((event) => event.type?.endsWith("StateEntered"));
    const callbacks = events.filter(
      (event) =>
        event.type === "TaskSubmitted" &&
        event.taskSubmittedEventDetails?.resource?.includes("waitForTaskToken"),
    );
    // PrepareJob, RouteStart, AcquireDevice, SetUpDevice; the turn that ends the loop; JudgeOutcome, ReleaseDevice, FinishJob.
    const others = 9;
    // StartPlanning and CheckCompletion, each with the turn that asks for it.
    const helpers = 3 + 3;
    const performed = job.stepCount - 1;
    expect(entered).toHaveLength(4 * performed + others + helpers);
    expect(callbacks).toHaveLength(performed + 4);
  });

  it("is listed among the farm's executions, with its history by the job's id, without being told where the engine is", async () => {
    const list = await drover("executions", "--dir", dir);
    expect(list.stdout).toMatch(new RegExp(`${job.jobId} +job +SUCCEEDED`));
    const shown = await drover("executions", "show", job.jobId, "--dir", dir);
    expect(shown.stdout).toMatch(/TaskStateEntered +PrepareJob/);
  });
});
