import type { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import { voiceKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SpokenTask } from "#shared/contracts/job/voice.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { displayText } from "#shared/text/display-text.ts";
import { CallBudget } from "../budget/call-budget.ts";
import { keepCalls } from "../budget/keep-calls.ts";
import { ModelCallLog } from "../model-calls/model-call-log.ts";
import { createModelClient, type ModelClient } from "../model-calls/model-client.ts";
import { accessTo, type ModelRuntime } from "../model-calls/model-for.ts";
import { tracedModel } from "../model-calls/traced-model.ts";
import { untoldCall } from "../model-calls/usage.ts";
import { farmModels } from "../models/configured-models.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { roleDefaults } from "../models/role-defaults.ts";
import { speechChoice, speechPrices } from "../models/speech-models.ts";
import { replyText } from "../providers/reply-parts.ts";
import type { Services } from "../runtime/services.ts";

type Unheard = Job & { readonly voice: SpokenTask };

/**
 * The job with what its voice command says as its task (docs/spec.md A9); one that is to be confirmed is paused from then on. Its call
 * is within the job's budget and counted under the role `speech`.
 * @throws ConfigurationInvalid, ModelOutputInvalid, and what a model's call throws
 */
export async function hearTask(job: Unheard, runtime: ModelRuntime & Services): Promise<Job> {
  const { tenantId, jobId } = job;
  const { client, model } = await speechModel(job, runtime);
  const log = new ModelCallLog(runtime.now, job.task);
  const asked = new CallBudget(job, runtime).guarding(log.recording(client));
  const { maxTokens: maxOutputTokens, timeoutSeconds: longest } = roleDefaults.speech;
  const request = { model, maxOutputTokens, system: [], messages: [] };
  let usage: ModelUsage | null = untoldCall;
  try {
    const reply = await asked.complete(
      request,
      Math.min(job.models.speech?.timeoutSeconds ?? longest, longest),
    );
    usage = reply.usage;
    return await keepHeard(job, { text: heardIn(reply, model), model }, runtime);
  } catch (error) {
    if (error instanceof DroverError && error.code === "BudgetExhausted") usage = null;
    throw error;
  } finally {
    if (usage !== null)
      await runtime.repositories.jobs.addUsage(tenantId, jobId, { usage, ...roleOn(job, "speech") });
    await keepCalls({ ...job, stepNumber: 0 }, job, log.calls, runtime, "speech");
  }
}

async function keepHeard(
  job: Unheard,
  { text: task, model }: { readonly text: string; readonly model: string },
  { repositories, logger, now }: Pick<Services, "repositories" | "logger" | "now">,
): Promise<Job> {
  const { tenantId, jobId, voice } = job;
  const heardAt = now().toISOString();
  const heard = {
    task,
    voice: { ...voice, text: task, model, heardAt },
    ...(voice.confirm ? { pauseRequestedAt: heardAt } : {}),
  };
  await repositories.jobs.saveHeard(tenantId, jobId, heard);
  logger.info("heard the task", { model, confirm: voice.confirm });
  return { ...job, ...heard };
}

async function speechModel(
  job: Unheard,
  runtime: ModelRuntime & Services,
): Promise<{ readonly client: ModelClient; readonly model: string }> {
  const { tenantId, jobId, voice, models } = job;
  const farm = await farmModels(runtime.environment);
  const choice = speechChoice(models.speech, farm);
  if (choice.kind === "refused") throw new DroverError("ConfigurationInvalid", choice.message);
  const { provider, model, facts } = choice;
  const [bytes, access, { speechProvider }] = await Promise.all([
    runtime.artifacts.get(voiceKey(tenantId, jobId)),
    accessTo(provider, farm),
    import("../providers/openai/speech-provider.ts"),
  ]);
  const recording = { bytes, mediaType: voice.mediaType };
  const prices = { ...speechPrices, ...farm.prices };
  const client = createModelClient({ provider: speechProvider(access, facts.wire, recording), prices });
  return { model, client: tracedModel(client, { role: "speech", provider, job }, runtime) };
}

function heardIn(reply: ModelReply, model: string): string {
  const text = displayText(replyText(reply), 4_000);
  if (text !== "") return text;
  throw new DroverError(
    "ModelOutputInvalid",
    `The speech model '${model}' heard no words in the voice command.`,
    {
      advice: ["Speak closer to the microphone, or give the task as text."],
    },
  );
}
