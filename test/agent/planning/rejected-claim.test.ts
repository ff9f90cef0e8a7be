import { expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler as checkCompletion } from "#functions/check-completion.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { invoke } from "../../functions/start-functions.ts";
import { sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";
import { tap, turn, withTurns } from "../turn/one-turn.ts";
import { made, planned, plans, withPlannedJobs } from "./planned-job.ts";

withFunctions();
withTurns();
withPlannedJobs();

const observation = sampleObservation();
const inStep = (stepNumber: number) => ({ schemaVersion: 1, tenantId, jobId, stepNumber });

/** The agent claims in step 2, the role `completion` rejects it, and step 3 then fails on the device. */
async function rejectedAndFailed(reason: string): Promise<void> {
  await planned({
    supervision: { planning: "recovery", progress: false, completion: true },
    usageByRole: noUsageByRole,
  });
  await made(1);
  functions.model.answer(
    { action: "FINISH", status: "success", summary: "She was called." },
    { action: "report_completion", accepted: false, reason },
    tap,
  );
  expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "checkCompletion", stepNumber: 2 });
  expect(await invoke(checkCompletion, { ...inStep(2), observation })).toEqual({ accepted: false });
  expect(await turn({ stepNumber: 2 })).toEqual({ route: "denied", nextStepNumber: 3 });
  expect(await turn({ stepNumber: 3 })).toMatchObject({ route: "perform", stepNumber: 3 });
  await functions.repositories.steps.complete({
    tenantId,
    jobId,
    stepNumber: 3,
    performedAt: observation.capturedAt,
    outcome: { ok: false, effect: "none", retries: 0, message: "Element not found" },
    after: observation,
  });
}

it.each(["It called the wrong person.", "A different contact is open.", "Work was called instead of Ann."])(
  '[spec R3.4] a check that rejects the claim with "%s" has the next failure ask for a plan',
  async (reason) => {
    await rejectedAndFailed(reason);
    expect(await turn({ stepNumber: 4 })).toEqual({ route: "plan", planNumber: 1, kind: "recovery" });
    const [plan] = await plans();
    expect(plan).toMatchObject({ trigger: "stepFailures", requestedAtStep: 4 });
    expect(plan?.failures.join("\n")).toContain(reason);
  },
);

it("[spec R3.4] a check that only finds the claim early does not", async () => {
  await rejectedAndFailed("It is not saved yet.");
  functions.model.answer(tap);
  expect(await turn({ stepNumber: 4 })).toMatchObject({ route: "perform" });
  expect(await plans()).toEqual([]);
});
