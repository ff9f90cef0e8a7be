import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { KnownApp } from "#shared/contracts/device/known-app.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { CallBudget } from "../budget/call-budget.ts";
import { modelFor } from "../model-calls/model-for.ts";
import { untoldCall } from "../model-calls/usage.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { appsQuestion, readAppDescriptions } from "../prompt/apps-question.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { replyText } from "../providers/reply-parts.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";
import type { Runtime, Services } from "../runtime/services.ts";

/** The function has 55 s, and most of them are for the trajectory. */
const longestCallSeconds = 20;

/** Asks a model about these apps and keeps what it says. @throws what asking a model throws */
export async function askAboutApps(
  apps: readonly KnownApp[],
  job: Job,
  runtime: Runtime<"finish-job">,
): Promise<void> {
  const { knownApps } = runtime.repositories;
  const reply = await ask(apps, job, runtime);
  checkStopReason(reply);
  const described = readAppDescriptions(replyText(reply), apps.length);
  if (described.size === 0)
    throw new DroverError("ModelOutputInvalid", `The model '${reply.model}' described no app.`);
  const writes = [...described].flatMap(([number, description]) => {
    const app = apps[number - 1];
    return app === undefined ? [] : [knownApps.describe(app, description)];
  });
  await Promise.all(writes);
  runtime.logger.info("apps described", { asked: apps.length, described: described.size });
}

/** One call, within what the job's limits leave, and counted to it. */
async function ask(apps: readonly KnownApp[], job: Job, runtime: Runtime<"finish-job">): Promise<ModelReply> {
  const { client, model, settings } = await modelFor("describer", job, runtime);
  const { maxTokens: maxOutputTokens, effort, temperature, timeoutSeconds } = settings;
  const request = { ...appsQuestion(apps, newPromptMarker()), model, maxOutputTokens, effort, temperature };
  let usage: ModelUsage | null = untoldCall;
  try {
    const bounded = new CallBudget(job, runtime).guarding(client);
    const reply = await bounded.complete(request, Math.min(timeoutSeconds, longestCallSeconds));
    usage = reply.usage;
    return reply;
  } catch (error) {
    if (error instanceof DroverError && error.code === "BudgetExhausted") usage = null;
    throw error;
  } finally {
    if (usage !== null) await count(usage, job, runtime);
  }
}

async function count(
  usage: ModelUsage,
  job: Job,
  { repositories }: Pick<Services, "repositories">,
): Promise<void> {
  const { tenantId, jobId } = job;
  await repositories.jobs.addUsage(tenantId, jobId, { usage, ...roleOn(job, "describer") });
}
