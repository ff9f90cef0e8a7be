import type { Routes } from "#shared/contracts/api/routes.ts";
import { pauseCallback } from "#shared/contracts/callback.ts";
import { Ulid } from "#shared/contracts/ids.ts";
import type { Job } from "#shared/contracts/job.ts";
import { mostMessages } from "#shared/contracts/message.ts";
import { defined } from "#shared/domain/defined.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { deliverCallback } from "../callbacks/deliver-callback.ts";
import type { RouteHandler } from "../runtime/http-route.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { findJob } from "./find-job.ts";

const ended = ({ outcome }: Job): DroverError =>
  new DroverError("JobFinished", `The job has already ended: ${outcome ?? "it was cancelled"}.`);

/** @throws NotFound, JobFinished, NotSteerable */
async function steered(tenantId: Job["tenantId"], id: Job["jobId"], runtime: Runtime<"api">): Promise<Job> {
  const job = await findJob(tenantId, id, runtime);
  if (job.status === "finished" || job.cancelRequestedAt !== undefined) throw ended(job);
  const kind = kindWithoutTurns(job);
  if (kind === undefined) return job;
  throw new DroverError("NotSteerable", `Job ${id} is ${kind}: it has no agent's turns of its own.`);
}

/** What a job is whose own agent has no turns. */
function kindWithoutTurns({ session, workflow, recovery, roles }: Job): string | undefined {
  if (session !== undefined) return "a session";
  if (workflow !== undefined) return "a workflow";
  if (recovery !== undefined) return "a recovery";
  return roles === undefined ? undefined : "a job with roles";
}

/** A conditional write: of a pause and an end that race, one wins. */
export const pauseJob: RouteHandler<Routes["pauseJob"]> = async ({ tenantId, parameters }, runtime) => {
  const job = await steered(tenantId, parameters.id, runtime);
  const at = runtime.now().toISOString();
  const paused = await runtime.repositories.jobs.requestPause(tenantId, job.jobId, at);
  if (paused === null) throw ended(await findJob(tenantId, job.jobId, runtime));
  return paused;
};

export const unpauseJob: RouteHandler<Routes["unpauseJob"]> = async ({ tenantId, parameters }, runtime) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  return goOn({ tenantId, jobId }, runtime);
};

/**
 * First it is written that the job goes on, then the job is told. When telling it fails, asking again tells it; should nobody, it
 * finds it when its wait ends.
 */
async function goOn(
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  runtime: Runtime<"api">,
): Promise<Job> {
  const job = await runtime.repositories.jobs.endRequestedPause(tenantId, jobId);
  if (job === null) throw ended(await findJob(tenantId, jobId, runtime));
  await deliverCallback({ tenantId, jobId, callbackId: pauseCallback }, { cancelled: false }, runtime);
  return job;
}

/** Counted before it is stored: what is counted alone tells nobody anything, what is stored is always looked for. */
export const messageJob: RouteHandler<Routes["tellJob"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { jobId, messageCount } = await steered(tenantId, parameters.id, runtime);
  const { text, by, unpause } = body;
  const { jobs, messages } = runtime.repositories;
  if (messageCount >= mostMessages)
    throw new DroverError("MessagesFull", `Job ${jobId} was told ${mostMessages} things already.`);
  if ((await jobs.countMessage(tenantId, jobId)) === null)
    throw ended(await findJob(tenantId, jobId, runtime));
  const at = runtime.now().toISOString();
  const message = { messageId: Ulid.parse(runtime.newId()), text, at, ...defined({ by }) };
  await messages.put({ schemaVersion: 1, tenantId, jobId, ...message });
  if (unpause) await goOn({ tenantId, jobId }, runtime);
  return message;
};

export const listMessages: RouteHandler<Routes["listMessages"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { jobId } = await findJob(tenantId, parameters.id, runtime);
  const { messages, steps } = runtime.repositories;
  const all = await messages.listByJob(tenantId, jobId);
  if (all.length === 0) return { items: [] };
  const made = await steps.from(tenantId, jobId, 1);
  const toldAt = new Map(
    made.flatMap(({ stepNumber, messages: told = [] }) =>
      told.map(({ messageId }) => [messageId, stepNumber]),
    ),
  );
  return {
    items: all.map(({ messageId, text, at, by }) => ({
      ...{ messageId, text, at },
      ...defined({ by, stepNumber: toldAt.get(messageId) }),
    })),
  };
};
