import { afterAll, beforeEach, expect, it } from "vitest";
import { endedJob } from "#agent/job/end-lost-job.ts";
import { handler as finishJob } from "#functions/finish-job.ts";
import { handler as finishRoles } from "#functions/finish-roles.ts";
import { handler as finishWorkflow } from "#functions/finish-workflow.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { QuestionId } from "#shared/contracts/job/question.ts";
import { TurnId } from "#shared/contracts/values/ids.ts";
import { at, jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";
import { turnInput } from "./turn-input.ts";

let functions: TestFunctions;
beforeEach(async () => {
  await functions?.close();
  functions = await startFunctions();
});
afterAll(() => functions.close());

const jobId = jobIdOf(1);
const until = "2026-01-02T00:00:00.000Z";

/** As it is when the function that ended it died after its write: a person, an agent and a budget do not know yet. */
async function endedHalf(): Promise<void> {
  const { jobs, questions, turns } = functions.repositories;
  const agent = { kind: "external", name: "mine", turnTimeoutSeconds: 120, observation: {} };
  const end = { outcome: "succeeded", outcomeReason: "Done.", finishedAt: at, trajectoryKey: "t.json" };
  const begun = { agent, questions: {}, acquisition: 1, startedAt, spentUsd: 2 };
  const job = sampleJob({ jobId, status: "finished", ...begun, ...end });
  await jobs.create(job);
  await questions.ask({
    ...{ schemaVersion: 1, tenantId, jobId, questionId: QuestionId.parse("1"), stepNumber: 1 },
    ...{ text: "Which?", askedAt: at, until, kind: "question", status: "open" },
  });
  await turns.open({
    ...{ schemaVersion: 1, tenantId, jobId, turnId: TurnId.parse(jobIdOf(9)), stepNumber: 1, agent: "mine" },
    ...{ pool: job.pool, status: "open", openedAt: at, until, claimableAt: at, refusals: 0 },
    input: { ...turnInput(jobId), firstStep: 1, failedHelpers: {} },
  });
}

const ofJob = { schemaVersion: 1, tenantId, jobId };
const end = { reason: "claimed", claim: { status: "success" }, detail: "" };
const noFailure = { failure: null, verdict: null, clean: null };
const finders: Readonly<Record<string, () => Promise<unknown>>> = {
  "finish-job": () => invoke(finishJob, { ...ofJob, end, verdict: "passed", recoveries: 0, clean: true }),
  "finish-workflow": () => invoke(finishWorkflow, { ...ofJob, alreadySatisfied: false, ...noFailure }),
  "finish-roles": () => invoke(finishRoles, { ...ofJob, failure: null }),
  "whoever settles a batch's item, a role or a failed execution": async () => {
    const job = await functions.repositories.jobs.get(tenantId, jobId);
    return job && endedJob(job, "States.Timeout", runtimeFor("settle-item"));
  },
};

it.each(Object.entries(finders))(
  "[fault D9] %s, which finds that a job has ended already, does what was not done after its end",
  async (_, find) => {
    await endedHalf();
    expect(await find()).toMatchObject({ outcome: "succeeded" });
    const { jobs, questions, turns } = functions.repositories;
    expect(await questions.listByJob(tenantId, jobId)).toMatchObject([{ status: "expired" }]);
    expect(await turns.latest(tenantId, jobId)).toMatchObject({ status: "expired" });
    expect((await jobs.get(tenantId, jobId))?.grantClosedAt).toBeDefined();
  },
);
