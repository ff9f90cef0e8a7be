import { expect, it } from "vitest";
import * as z from "zod";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { askAs } from "#agent/role-questions/ask-as.ts";
import type { RoleQuestion } from "#agent/role-questions/role-question.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { JobLimits } from "#shared/contracts/job/job-request.ts";
import { functions, jobId, withFunctions } from "../../functions/job-per-test.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

withFunctions();

const question = {
  role: "completion",
  system: "You say whether a task is done.",
  parts: [{ type: "text", text: "Turn on Bluetooth." }],
  answer: { description: "Whether it is done.", schema: z.strictObject({ accepted: z.boolean() }) },
} as const satisfies RoleQuestion;

async function ask(change: Record<string, unknown> = {}) {
  const job = sampleJob({ jobId, usageByRole: noUsageByRole, ...change });
  await functions.repositories.jobs.create(job);
  const told = await askAs(job, question, { stepNumber: 3 }, runtimeFor("predict-action")).catch(
    (error: unknown) => error,
  );
  return { told, job: await functions.repositories.jobs.get(tenantId, jobId) };
}

it("[spec R2] counts what a role used under the role and against the job's budget", async () => {
  functions.model.answer({ action: "report_completion", accepted: true });
  const { told, job } = await ask();
  expect(told).toMatchObject({ answer: { accepted: true } });
  expect(job).toMatchObject({
    usage: { calls: 1, inputTokens: 100 },
    usageByRole: { completion: { calls: 1, outputTokens: 10 } },
    spentTokens: 110,
  });
});

it("[spec R2] counts answers that were of no use too", async () => {
  functions.model.answer({ says: "yes" }, { says: "yes" });
  const { told, job } = await ask();
  expect(told).toMatchObject({ code: "ModelOutputInvalid" });
  expect(job?.usageByRole.completion).toMatchObject({ calls: 2 });
});

it("[spec R2] asks nobody when the job's budget has no room for it", async () => {
  const limits = { maxTokens: 50 };
  const { told, job } = await ask({ limits: JobLimits.parse(limits) });
  expect(told).toMatchObject({ code: "BudgetExhausted" });
  expect(job).toMatchObject({ usage: { calls: 0 }, spentTokens: 0 });
});
