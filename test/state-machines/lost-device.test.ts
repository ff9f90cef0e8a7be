import { beforeEach, expect, it } from "vitest";
import { handler as finishJob } from "#functions/finish-job.ts";
import { handler as mapError } from "#functions/map-error.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { functions, jobId, withFunctions } from "../functions/job-per-test.ts";
import { invoke } from "../functions/start-functions.ts";
import { sampleJob, sampleObservation, tenantId } from "../shared/storage/sample-records.ts";
import { workingWorld } from "./job-scripts.ts";
import { bodies, type CommandScript, type JobRun, named, runJob, silence } from "./job-world.ts";
import { ManualClock } from "./manual-clock.ts";
import type { Sent } from "./read-executions.ts";

withFunctions();

const hour = 3_600_000;
/** What the task takes on a fresh device, the claim that it is done not counted. */
const stepsOfTask = 18;

let clock: ManualClock;
beforeEach(() => {
  clock = new ManualClock();
  functions.model.requests.length = 0;
});

/**
 * The real functions behind the real definition; only the host is scripted: each action takes ten seconds, and the task is done
 * when one device has done all of it. `meanwhile`: before the host answers an action; false: it never does. `lostAtJudge`: what it
 * answers in place of a judgement, or undefined.
 */
async function run(
  limits: object,
  meanwhile: (performed: number) => boolean = () => true,
  lostAtJudge: CommandScript = () => undefined,
): Promise<JobRun> {
  const real =
    (handler: Parameters<typeof invoke>[0]) =>
    async (payload: Sent): Promise<unknown> => {
      functions.clock.now = new Date(clock.now());
      return invoke(handler, { ...payload, tenantId, jobId }).catch((error: Error) => {
        throw named(error.name, error.message);
      });
    };
  let done = 0;
  const observed = (): Sent => ({
    ...sampleObservation(),
    treeHash: `after-${done}`,
    capturedAt: new Date(clock.now()).toISOString(),
  });
  functions.model.otherwise(() =>
    done < stepsOfTask
      ? { action: "tap", coordinate: [540, 100 + done * 90], thinking: `Do part ${done + 1}.` }
      : { action: "FINISH", status: "success", thinking: "Done." },
  );
  const job = sampleJob({ jobId, createdAt: new Date(clock.now()).toISOString(), limits });
  await functions.repositories.jobs.create(job);
  const world = workingWorld({
    functions: {
      PredictAction: real(predictAction),
      MapError: real(mapError),
      FinishJob: real(finishJob),
    },
    commands: {
      acquire: async ({ acquisition }) => {
        done = 0;
        const acquiredAt = new Date(clock.now()).toISOString();
        const deviceId = `host-a.device-${acquisition}`;
        const held = { deviceId, hostId: "host-a" };
        const claim = { tenantId, jobId, acquisition, ...held, leaseEpoch: 1, at: acquiredAt };
        await functions.repositories.jobs.claim(claim as never);
        const commandQueueUrl = "http://127.0.0.1/000000000000/host";
        return { ...held, epoch: 1, acquiredAt, commandQueueUrl, screen: { width: 1080, height: 2400 } };
      },
      setUp: () => ({ observation: observed(), alreadySatisfied: false }),
      perform: async ({ stepNumber }, call) => {
        if (!meanwhile(call)) return silence;
        clock.advance(10_000);
        done += 1;
        await functions.repositories.steps.complete({
          ...{ tenantId, jobId, stepNumber, performedAt: new Date(clock.now()).toISOString() },
          outcome: { ok: true, effect: "done", retries: 0 },
          after: observed() as never,
          timings: { deviceMilliseconds: 10_000 },
        });
        return { outcome: { ok: true }, observation: observed() };
      },
      judge: async (command, call) =>
        (await lostAtJudge(command, call)) ?? {
          verdict: done === stepsOfTask ? "passed" : "failed",
          results: [],
        },
    },
  });
  return runJob(world, clock);
}
const acquisitions = ({ states }: JobRun): number => states.filter((name) => name === "AcquireDevice").length;

it("[fault A21] a long job whose device is lost late does all of it again on another, within the limits of one attempt", async () => {
  const job = await run({ maxSteps: 30, timeoutSeconds: 300 }, (performed) => performed !== 13);
  expect(job.output).toMatchObject({ outcome: "succeeded", steps: 13 + stepsOfTask + 1 });
  expect(acquisitions(job)).toBe(2);
});

it("[fault A21] a job that is lost again and again is no failure of its agent", async () => {
  const job = await run({ maxSteps: 30 }, (performed) => performed % 13 !== 0);
  expect(job.output).toMatchObject({ outcome: "inconclusive" });
  expect(acquisitions(job)).toBe(4);
});

it("[fault A21] an agent that needs more steps than it may is the same failure after a lost device as before", async () => {
  const job = await run({ maxSteps: 10 }, (performed) => performed !== 5);
  expect(job.output).toMatchObject({
    outcome: "failed",
    reason: expect.stringContaining("all of its 10 steps"),
  });
});

it("[fault A22] a job outlives a clock that is set an hour forward in mid-action, and the hour is not its own", async () => {
  const job = await run({ maxSteps: 30, timeoutSeconds: 300 }, (performed) => {
    if (performed !== 13) return true;
    // Every timer of the engine is due at once.
    clock.advance(hour);
    return false;
  });
  expect(job.output).toMatchObject({ outcome: "succeeded" });
});

it("[fault A22] a job goes on with its device after a farm that was down for an hour between two turns", async () => {
  let down = false;
  const job = await run({ maxSteps: 30, timeoutSeconds: 300 }, (performed) => {
    if (performed === 13 && !down) clock.set(hour);
    down ||= performed === 13;
    return true;
  });
  expect(job.output).toMatchObject({ outcome: "succeeded" });
  expect(acquisitions(job)).toBe(1);
});

const allSteps = { maxSteps: stepsOfTask + 1 };
const twice = { outcome: "succeeded", steps: 2 * (stepsOfTask + 1) };

it("[fault A23] a job whose device is lost while it is judged does all of it again on another, and its first claim is gone", async () => {
  let claimed: unknown;
  const job = await run(allSteps, undefined, async (_, call) => {
    if (call > 1) return undefined;
    // What an answer that was lost left behind.
    await functions.repositories.jobs.saveJudgement(tenantId, jobId, {
      verdict: "failed",
      verdictReason: "It was the first device's.",
      judgement: [],
      judgementKey: "none",
    });
    claimed = (await functions.repositories.jobs.get(tenantId, jobId))?.claim;
    return named("DeviceDisconnected");
  });
  expect(claimed).toMatchObject({ status: "success" });
  expect(job.output).toMatchObject(twice);
  expect(acquisitions(job)).toBe(2);
  expect(bodies(job, "judge").map(({ deviceId }) => deviceId)).toEqual([
    "host-a.device-1",
    "host-a.device-2",
  ]);
  const finished = await functions.repositories.jobs.get(tenantId, jobId);
  expect(finished).not.toHaveProperty("verdictReason");
  expect(functions.model.requests.at(stepsOfTask + 1)).toContain("The device was lost.");
});

it("[fault A23] a host that is silent while it judges is asked once more, and judges what the agent left", async () => {
  const job = await run(allSteps, undefined, (_, call) => (call === 1 ? silence : undefined));
  expect(job.output).toMatchObject({ outcome: "succeeded", steps: stepsOfTask + 1 });
  expect(acquisitions(job)).toBe(1);
  expect(new Set(bodies(job, "judge").map(({ commandId }) => commandId)).size).toBe(2);
});

it("[fault A23] a host that stays silent loses the job to another device", async () => {
  const job = await run(allSteps, undefined, ({ deviceId }) =>
    deviceId === "host-a.device-1" ? silence : undefined,
  );
  expect(job.output).toMatchObject(twice);
});

it("[fault A23] a job that loses each device while it is judged is inconclusive in the end", async () => {
  const job = await run(allSteps, undefined, () => named("LeaseLost"));
  expect(job.output).toMatchObject({
    outcome: "inconclusive",
    reason: expect.stringContaining("After 3 recoveries"),
  });
  expect(acquisitions(job)).toBe(4);
});

it("[fault A23] an agent that leaves the task undone in its second attempt has failed, with the limits of one attempt", async () => {
  const job = await run({ maxSteps: stepsOfTask + 1 }, undefined, (_, call) => {
    if (call > 1) return { verdict: "failed", results: [] };
    return named("DeviceDisconnected");
  });
  expect(job.output).toMatchObject({ outcome: "failed", steps: 2 * (stepsOfTask + 1) });
});
