import { findJob } from "#agent/runtime/find-job.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { mostMessages } from "#shared/contracts/step/message.ts";
import { Ulid } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { goOn } from "./pause-job.ts";
import { jobEnded, steeredJob } from "./steered-job.ts";

/** Counted before it is stored: a count alone has no effect, and a stored message is always found. */
export const messageJob: RouteHandler<Routes["tellJob"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { jobId, messageCount } = await steeredJob({ tenantId, jobId: parameters.id }, runtime);
  const { text, by, resume } = body;
  const { jobs, messages } = runtime.repositories;
  if (messageCount >= mostMessages)
    throw new DroverError("MessagesFull", `Job ${jobId} already has ${mostMessages} messages.`);
  if ((await jobs.countMessage(tenantId, jobId)) === null)
    throw jobEnded(await findJob(tenantId, jobId, runtime));
  const at = runtime.now().toISOString();
  const message = { messageId: Ulid.parse(runtime.newId()), text, at, ...defined({ by }) };
  await messages.put({ schemaVersion: 1, tenantId, jobId, ...message });
  if (resume) await goOn({ tenantId, jobId }, runtime);
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
