import { describe, expect, it } from "vitest";
import { handler as checkProgress } from "#functions/check-progress.ts";
import { handler as makePlan } from "#functions/make-plan.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { handler as verifyStep } from "#functions/verify-step.ts";
import {
  failed,
  failedTwice,
  made,
  planned,
  planReply,
  plans,
  withPlannedJobs,
} from "../agent/planning/planned-job.ts";
import { functions, jobId, withFunctions } from "../functions/job-per-test.ts";
import { invoke } from "../functions/start-functions.ts";
import { at, sampleObservation, tenantId } from "../shared/storage/sample-records.ts";
import { workingWorld } from "./job-scripts.ts";
import { type FunctionScript, type JobRun, runJob } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

withFunctions();
withPlannedJobs();

const finish = { action: "FINISH", status: "success", summary: "Done.", thinking: "It is done." };
const tap = { action: "tap", coordinate: [540, 600], thinking: "I try this." };
const noProgress = { action: "report_progress", progressing: false, reason: "It taps the same." };

/** The agent taps until it is told a plan, then it is done. */
function answerByRole(): void {
  functions.model.otherwise((request) => {
    if (request.includes('"submit_plan"')) return planReply({ diagnosis: "The button is dead." });
    if (request.includes('"report_progress"')) return noProgress;
    return request.includes("STRATEGIC GUIDANCE") ? finish : tap;
  });
}

const real =
  (handler: Parameters<typeof invoke>[0]): FunctionScript =>
  (payload) =>
    invoke(handler, payload);

/** What a host does: the step is completed in storage, and its answer is the next screen. */
async function perform({ stepNumber }: Sent): Promise<Sent> {
  const after = sampleObservation({
    treeHash: `h${stepNumber}`,
    capturedAt: `2026-01-01T00:00:${10 + stepNumber}.000Z`,
  });
  const outcome = { ok: true, effect: "done", retries: 0 } as const;
  const performedAt = at;
  await functions.repositories.steps.complete({ tenantId, jobId, stepNumber, performedAt, outcome, after });
  return { outcome, observation: after };
}

/** The real definitions with the real functions of the loop and of planning, from a turn on. */
function runFrom(stepNumber: number, others: Readonly<Record<string, FunctionScript>> = {}): Promise<JobRun> {
  const world = workingWorld({
    functions: {
      PredictAction: real(predictAction),
      VerifyStep: real(verifyStep),
      MakePlan: real(makePlan),
      CheckProgress: real(checkProgress),
      ...others,
    },
    commands: { perform },
  });
  const lease = {
    deviceId: "h.d1",
    hostId: "h",
    epoch: 1,
    commandQueueUrl: "http://127.0.0.1/000000000000/host",
  };
  const from = {
    lent: false,
    lease,
    observation: sampleObservation({ treeHash: `h${stepNumber - 1}` }),
    stepNumber,
    recoveries: 0,
    acquisition: 1,
    alreadySatisfied: false,
  };
  return runJob(world, undefined, { input: { tenantId, jobId, segment: 1, from } });
}

const beginning = (run: JobRun) => run.states.slice(2, 9);
const agentRequests = () =>
  functions.model.requests.filter((request) => !/"submit_plan"|"report_progress"/.test(request));

describe("planning in the job's machine", () => {
  it("[spec R3.1] makes the initial plan beside the first turns, whose guidance a later turn is told", async () => {
    await planned();
    answerByRole();
    let planIsMade = (): void => {};
    const acted = new Promise<void>((resolve) => {
      planIsMade = resolve;
    });
    let turns = 0;
    const run = await runFrom(1, {
      PredictAction: async (payload) => {
        const answer = await invoke(predictAction, payload);
        if ((answer as Sent).route === "perform" && ++turns === 2) planIsMade();
        return answer;
      },
      MakePlan: async (payload) => {
        await acted;
        return invoke(makePlan, payload);
      },
    });
    expect(run.status).toBe("SUCCEEDED");
    expect(beginning(run).slice(0, 6)).toEqual([
      "PredictAction",
      "RouteAction",
      "StartPlanning",
      "PredictAction",
      "RouteAction",
      "PerformAction",
    ]);
    const [first, second] = agentRequests();
    expect(first).not.toContain("STRATEGIC GUIDANCE");
    expect(second).not.toContain("STRATEGIC GUIDANCE");
    expect(agentRequests().at(-1)).toContain("STRATEGIC GUIDANCE");
    expect(await plans()).toMatchObject([
      { kind: "initial", status: "ready", adoptedAtStep: expect.any(Number) },
    ]);
  });

  it("[spec R3.2] checks progress after 3 turns without a completed step, and plans anew beside the agent", async () => {
    await planned({ supervision: { planning: "recovery" } });
    for (const stepNumber of [1, 2, 3]) await made(stepNumber, { screenChanged: false });
    answerByRole();
    const run = await runFrom(4);
    expect(beginning(run)).toEqual([
      "PredictAction",
      "RouteAction",
      "CheckProgress",
      "PredictAction",
      "RouteAction",
      "StartPlanning",
      "PredictAction",
    ]);
    expect(await plans()).toMatchObject([{ kind: "recovery", trigger: "progressStall", status: "ready" }]);
    expect(run.status).toBe("SUCCEEDED");
  });

  it("[spec R3.3] plans anew after 3 failed steps, and tells the agent the diagnosis", async () => {
    await planned({ supervision: { planning: "recovery", progress: false } });
    for (const first of [1, 3, 5]) await failedTwice(first);
    answerByRole();
    const run = await runFrom(7);
    expect(beginning(run).slice(0, 4)).toEqual([
      "PredictAction",
      "RouteAction",
      "StartPlanning",
      "PredictAction",
    ]);
    expect(await plans()).toMatchObject([{ trigger: "stepFailures", status: "ready" }]);
    expect(agentRequests().at(-1)).toContain("Diagnosis: The button is dead.");
  });

  it("[spec R3.4] plans anew at the first failure after a claim that did the wrong thing", async () => {
    await planned({ supervision: { planning: "recovery", progress: false } });
    await made(1);
    await made(2, { completionCheck: { accepted: false, reason: "A different contact was called." } });
    await failed(3);
    answerByRole();
    const run = await runFrom(4);
    expect(beginning(run)).toContain("StartPlanning");
    expect(await plans()).toMatchObject([
      { failures: [expect.stringContaining("A different contact"), expect.stringContaining("failed.")] },
    ]);
  });

  it("[spec R3.5] waits for the last resort before the last turns, once, and the turn is told it", async () => {
    await planned({ supervision: { planning: "recovery", progress: false }, limits: { maxSteps: 10 } });
    await failed(4);
    answerByRole();
    const run = await runFrom(5);
    expect(beginning(run).slice(0, 4)).toEqual([
      "PredictAction",
      "RouteAction",
      "AwaitPlanning",
      "PredictAction",
    ]);
    const order = run.sent.map(({ to }) => to);
    expect(order.slice(0, 4)).toEqual(["PrepareJob", "PredictAction", "MakePlan", "PredictAction"]);
    expect(agentRequests()).toHaveLength(1);
    expect(agentRequests()[0]).toContain("Diagnosis: The button is dead.");
  });

  it("[spec R3.5] goes on without a last resort that never comes", async () => {
    await planned({ supervision: { planning: "recovery", progress: false }, limits: { maxSteps: 5 } });
    await failed(4);
    functions.model.otherwise(() => finish);
    const run = await runFrom(5, {
      MakePlan: () => {
        throw new Error("it crashed");
      },
    });
    expect(run.status).toBe("SUCCEEDED");
    expect(run.states.filter((state) => state === "AwaitPlanning")).toHaveLength(1);
    expect(await plans()).toMatchObject([{ status: "failed" }]);
  });
});
