import { CallBudget } from "#agent/budget/call-budget.ts";
import { modelFor } from "#agent/model-calls/model-for.ts";
import type {
  ModelMessage,
  ModelPart,
  ModelReply,
  ModelRequest,
  ReplyPart,
} from "#agent/models/model-provider.ts";
import { findJob, noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { asJpeg, readScreenshot } from "#agent/turn-state/read-turn.ts";
import { ModelRole } from "#shared/contracts/agent/model-settings.ts";
import type { AskAgainRequest, AskedAgain } from "#shared/contracts/api/ask-again.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { debugPrefix, jobPrefix } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { StoredCalls, type StoredRequest } from "./stored-call.ts";

/** Of the 29 s that the API has. */
const mostSeconds = 24;

/**
 * Asks a stored prompt again, with other words where its reader wants them, of the model that serves the role in the job. It counts
 * and is limited like any call of the job, and does nothing on a device (docs/decisions/0302-a-prompt-is-asked-again-by-the-api.md).
 */
export const askStoredPrompt: RouteHandler<Routes["askAgain"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const job = await findJob(tenantId, parameters.id, runtime);
  const { request: stored, role } = await storedCall(job, body, runtime);
  const edited = withEdits(stored, body.edits);
  const messages = await Promise.all(edited.messages.map((message) => withPictures(job, message, runtime)));
  const budget = new CallBudget(job, runtime);
  const { client, model, settings } = await modelFor(role, job, runtime);
  const startedAt = runtime.now().getTime();
  // Its tools and settings were taken by the same service before.
  const request = { ...edited, messages, model } as ModelRequest;
  const reply = await budget
    .guarding(client)
    .complete(request, Math.min(settings.timeoutSeconds, mostSeconds));
  const milliseconds = runtime.now().getTime() - startedAt;
  const { usage, stop } = reply;
  await runtime.repositories.jobs.addUsage(tenantId, job.jobId, { usage, ...roleOn(job, role) });
  return { jobId: job.jobId, model: reply.model, milliseconds, usage, stop, parts: shownParts(reply) };
};

async function storedCall(
  { tenantId, jobId }: Job,
  { record, call }: AskAgainRequest,
  { artifacts }: Pick<Runtime<"api">, "artifacts">,
): Promise<{ readonly request: StoredRequest; readonly role: ModelRole }> {
  const text = await artifacts
    .getText(`${debugPrefix(tenantId, jobId)}${record}.json`)
    .catch((error: unknown) => {
      if (error instanceof DroverError && error.code === "NotFound") throw noSuch("record", record);
      throw error;
    });
  const kept = StoredCalls.safeParse(JSON.parse(text));
  const found = kept.data?.calls[call];
  if (found === undefined)
    throw invalidRequest([
      fieldError("call", call, "must be one of the record's calls of a model, counted from 0"),
    ]);
  const name = found.role ?? record.replace(/^.*\//, "").replace(/-[0-9A-Z]{26}$/, "");
  const role = ModelRole.safeParse(name === "predict" ? "agent" : name);
  if (!role.success)
    throw invalidRequest([fieldError("record", record, "must be of a role that is asked by text")]);
  return { request: found.request, role: role.data };
}

/** @throws InvalidRequest for one that meets no text */
function withEdits(request: StoredRequest, edits: AskAgainRequest["edits"]): StoredRequest {
  const edited = structuredClone(request);
  for (const [index, { message, part, text }] of edits.entries()) {
    const parts = message === null ? edited.system : edited.messages[message]?.parts;
    const found = parts?.[part];
    if (found?.type !== "text")
      throw invalidRequest([fieldError(`edits[${index}].part`, part, "must be a text of the stored prompt")]);
    found.text = text;
  }
  return edited;
}

async function withPictures(
  { tenantId, jobId }: Job,
  { role, parts }: StoredRequest["messages"][number],
  runtime: Runtime<"api">,
): Promise<ModelMessage> {
  const read = parts.map(async (part): Promise<ModelMessage["parts"]> => {
    if (part.type === "thinking") return [];
    if (part.type !== "image") return [part as ModelPart];
    // A record is not a reason to show another job's pictures.
    const isOwn = part.key?.startsWith(jobPrefix(tenantId, jobId)) === true;
    const bytes = isOwn ? await readScreenshot(part.key ?? null, runtime) : undefined;
    return bytes === undefined ? [] : [{ ...asJpeg(bytes), type: "image", mediaType: part.mediaType }];
  });
  return { role, parts: (await Promise.all(read)).flat() };
}

const shownParts = ({ parts }: ModelReply): AskedAgain["parts"] => parts.map(shownPart);

function shownPart(part: ReplyPart): AskedAgain["parts"][number] {
  if (part.type === "toolCall") return { type: "toolCall", name: part.name, input: part.input };
  return { type: part.type, text: part.text };
}
