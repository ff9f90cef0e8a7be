import type * as z from "zod";
import { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type CallResult, roleOn } from "#shared/storage/jobs/job-usage.ts";
import { defined } from "#shared/values/defined.ts";
import { CallBudget } from "../budget/call-budget.ts";
import { keepCalls } from "../budget/keep-calls.ts";
import { Settlement } from "../budget/settlement.ts";
import { ModelCallLog } from "../model-calls/model-call-log.ts";
import { modelFor } from "../model-calls/model-for.ts";
import { askedThrough } from "../model-calls/role-model.ts";
import type { ModelEnvironment } from "../models/configured-models.ts";
import type { Services } from "../runtime/services.ts";
import { askRole, type RoleAnswer } from "./ask-role.ts";
import type { RoleQuestion } from "./role-question.ts";

interface About {
  /** The job's step that the question is about. */
  readonly stepNumber: number;
}

interface Options<Answer> {
  /** The job waits for its turn with a model whose allowance is used; else such a call is not made. */
  readonly waits?: boolean;
  /** Where the answer is kept: it is written with what it cost. */
  readonly keep?: (told: RoleAnswer<Answer>) => Promise<CallResult>;
}

/**
 * Has a role of the job answer, within the job's budget; what it used is counted under the role, also when nothing came of
 * it.
 * @throws what `askRole` throws, and ConfigurationInvalid
 */
export async function askAs<Answer extends z.ZodObject>(
  job: Job,
  question: RoleQuestion<Answer>,
  { stepNumber }: About,
  runtime: Services & { readonly environment: ModelEnvironment },
  { waits = false, keep }: Options<z.output<Answer>> = {},
): Promise<RoleAnswer<z.output<Answer>>> {
  const { role } = question;
  const { logger, now } = runtime;
  const log = new ModelCallLog(now, job.task);
  // What the calls cost is settled with the write that counts them.
  const settlement = new Settlement();
  const budget = new CallBudget(job, runtime, { waits, later: settlement });
  const asked = askedThrough(await modelFor(role, job, runtime), (client) =>
    budget.guarding(log.recording(client)),
  );
  try {
    const told = await askRole({
      asked,
      question,
      now: () => now().getTime(),
      onFallBack: (from, to, why) =>
        logger.info("another model answers", { role, from, to, why, stepNumber }),
    });
    await count(job, { role, usage: told.usage, settlement, result: await keep?.(told) }, runtime);
    const { model, milliseconds } = told;
    logger.info("a role answered", { role, model, stepNumber, inferenceMilliseconds: milliseconds });
    return told;
  } catch (error) {
    const used = ModelUsage.safeParse(error instanceof DroverError ? error.details.usage : undefined);
    if (used.success) await count(job, { role, usage: used.data, settlement }, runtime);
    throw error;
  } finally {
    await budget.settleNow();
    await keepCalls({ ...job, stepNumber }, job, log.calls, runtime, role);
  }
}

interface Used {
  readonly role: RoleQuestion["role"];
  readonly usage: ModelUsage;
  readonly settlement: Settlement;
  readonly result?: CallResult | undefined;
}

async function count(
  job: Job,
  { role, usage, settlement, result }: Used,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  if (usage.calls === 0 && result === undefined) return;
  const settled = settlement.take() ?? undefined;
  const spent = { usage, ...roleOn(job, role), ...defined({ settled }) };
  await repositories.jobs.addUsage(job.tenantId, job.jobId, spent, result);
}
