import { beginRecovery } from "#agent/recovery/begin-recovery.ts";
import { recoveryNumberOf } from "#agent/recovery/read-recovery.ts";
import { sentTree } from "#agent/recovery/sent-tree.ts";
import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime, Services } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { sentScreenKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type Recovery, recoveryIdOf } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryMessage } from "#shared/contracts/recovery/recovery-messages.ts";
import type { RecoveryRequest } from "#shared/contracts/recovery/recovery-request.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { defined } from "#shared/values/defined.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { startJob } from "../jobs/submit-job.ts";
import { recoveryMetrics } from "./recovery-metrics.ts";

/** A recovery by itself is a job: it takes the device of the exception, or none when only a screen was sent. */
export const submitRecovery: RouteHandler<Routes["submitRecovery"]> = async (request, runtime) => {
  const { tenantId, body, headers } = request;
  const screen = readSent(body, runtime.now());
  const { job } = await startJob(
    { tenantId, body: jobRequestOf(body), key: headers["idempotency-key"] },
    runtime,
    (created) => begin(created, body, screen, runtime),
  );
  const recovery = await runtime.repositories.recoveries.get(tenantId, job.jobId, 1);
  if (recovery === null) throw noSuch("recovery", recoveryIdOf(job.jobId, 1));
  return new RouteResponse({
    body: await responseOf(recovery, job, runtime),
    headers: { location: `/v1/recoveries/${recovery.recoveryId}` },
  });
};

interface SentScreen {
  readonly picture?: { readonly bytes: Uint8Array; readonly mediaType: string };
  readonly tree?: string;
}

/** @throws InvalidRequest for what is not a picture and no hierarchy */
function readSent({ screenshot, hierarchy }: RecoveryRequest, now: Date): SentScreen {
  return {
    ...(screenshot === undefined ? {} : { picture: readPicture(screenshot) }),
    ...(hierarchy === undefined ? {} : { tree: readTree(hierarchy, now) }),
  };
}

/** The forms that models take, and that Drover keeps: what is answered as base64 can be sent again. */
const pictureForms = [
  { mediaType: "image/png", begins: /^\x89PNG/ },
  { mediaType: "image/jpeg", begins: /^\xff\xd8/ },
  { mediaType: "image/webp", begins: /^RIFF.{4}WEBP/s },
];

function readPicture(screenshot: string): NonNullable<SentScreen["picture"]> {
  const bytes = Buffer.from(screenshot, "base64");
  const mediaType = pictureForms.find(({ begins }) =>
    begins.test(bytes.toString("latin1", 0, 12)),
  )?.mediaType;
  if (mediaType !== undefined) return { bytes, mediaType };
  throw invalidRequest([fieldError("screenshot", undefined, "is not a PNG, JPEG or WebP in base64")]);
}

function readTree(hierarchy: string, now: Date): string {
  try {
    return JSON.stringify(sentTree(hierarchy, now.toISOString()));
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    throw invalidRequest([fieldError("hierarchy", undefined, error.message)]);
  }
}

function jobRequestOf(body: RecoveryRequest): JobRequest {
  const { exception, actionLog, context, settings, deviceId, device, models, limits, policy, debug } = body;
  const [said = ""] = exception.split("\n");
  return JobRequest.parse({
    task: `Recover from: ${said.slice(0, 500)}`,
    recovery: { exception, actionLog, context, settings },
    ...(deviceId === undefined ? {} : { requirements: { deviceId }, device }),
    models,
    limits,
    policy,
    debug,
  });
}

/** Before the job starts, so that its planner finds what was sent. */
async function begin(
  job: Job,
  { exception, actionLog, context, settings }: RecoveryRequest,
  { picture, tree }: SentScreen,
  runtime: Runtime<"api">,
): Promise<void> {
  const { tenantId, jobId } = job;
  const screenshotKey = sentScreenKey(tenantId, jobId, "screenshot");
  const treeKey = sentScreenKey(tenantId, jobId, "tree.json");
  if (picture !== undefined) await runtime.artifacts.put(screenshotKey, picture.bytes, picture.mediaType);
  if (tree !== undefined) await runtime.artifacts.put(treeKey, tree, "application/json");
  const sent = {
    screenshotKey: picture === undefined ? null : screenshotKey,
    treeKey: tree === undefined ? null : treeKey,
  };
  const raised = { exception, actionLog, context, settings };
  await beginRecovery(job, { recoveryNumber: 1, source: "api", stepNumber: 1, raised, sent }, runtime);
}

export const readRecovery: RouteHandler<Routes["readRecovery"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { id } = parameters;
  const jobId = JobId.parse(id.slice(0, 26));
  const { jobs, recoveries } = runtime.repositories;
  const [job, recovery] = await Promise.all([
    jobs.get(tenantId, jobId),
    recoveries.get(tenantId, jobId, id.length === 26 ? 1 : recoveryNumberOf(id)),
  ]);
  if (job === null || recovery === null) throw noSuch("recovery", id);
  return responseOf(recovery, job, runtime, true);
};

export const listRecoveries: RouteHandler<Routes["listRecoveries"]> = async (
  { tenantId, query },
  { repositories },
) => {
  const page = await repositories.recoveries.list(tenantId, query);
  return { ...page, items: [...page.items] };
};

const mostCounted = 1_000;

export const readRecoveryMetrics: RouteHandler<Routes["readRecoveryMetrics"]> = async (
  { tenantId, query },
  { repositories },
) => {
  const counted: Recovery[] = [];
  let truncated = false;
  for await (const recovery of everyItem((cursor) =>
    repositories.recoveries.list(tenantId, { ...query, limit: 100, cursor }),
  )) {
    truncated = counted.length >= mostCounted;
    if (truncated) break;
    counted.push(recovery);
  }
  return { ...recoveryMetrics(counted.flatMap(endedOf)), ...defined(query), truncated };
};

const endedOf = ({ outcome, counts }: Recovery) =>
  outcome === undefined || counts === undefined ? [] : [{ outcome, counts }];

async function responseOf(recovery: Recovery, job: Job, runtime: Runtime<"api">, withPictures = false) {
  const { tenantId, endedAt } = recovery;
  const messages = withPictures
    ? await expanded(recovery.messages, runtime)
    : recovery.messages.map((message) => withPicture(message, ""));
  const keys = recovery.messages.map(
    (message, index) => [`message-${index + 1}`, pictureKeyOf(message)] as const,
  );
  const links = await artifactLinker(
    tenantId,
    runtime,
  )({
    screenshot: recovery.screenshotKey,
    tree: recovery.treeKey,
    ...Object.fromEntries(keys.filter(([, key]) => key !== "")),
  });
  return {
    ...recovery,
    messages: [...messages],
    status: endedAt === undefined ? ("running" as const) : ("ended" as const),
    metrics: endedAt === undefined ? null : recoveryMetrics(endedOf(recovery)),
    ...defined({ jobOutcome: recovery.source === "api" ? job.outcome : undefined, deviceId: job.deviceId }),
    links,
  };
}

/** Lambda answers at most 6 MB. */
const mostPictureCharacters = 4_000_000;

const pictureKeyOf = (message: RecoveryMessage): string =>
  "screenshot" in message ? message.screenshot : "current_state" in message ? message.current_state : "";

const withPicture = (message: RecoveryMessage, picture: string): RecoveryMessage => {
  if ("screenshot" in message) return { ...message, screenshot: picture };
  return "current_state" in message ? { ...message, current_state: picture } : message;
};

/** The newest first, as long as there is room; one that is lost is as if none had been taken. */
async function expanded(
  messages: readonly RecoveryMessage[],
  { artifacts }: Pick<Services, "artifacts">,
): Promise<readonly RecoveryMessage[]> {
  let left = mostPictureCharacters;
  const told: RecoveryMessage[] = [];
  for (const message of messages.toReversed()) {
    const key = pictureKeyOf(message);
    const bytes = key === "" || left <= 0 ? null : await artifacts.get(key).catch(lost);
    const picture = bytes === null ? "" : Buffer.from(bytes).toString("base64");
    told.push(withPicture(message, picture.length <= left ? picture : ""));
    left -= picture.length;
  }
  return told.toReversed();
}

function lost(error: unknown): null {
  if (error instanceof DroverError && error.code === "NotFound") return null;
  throw error;
}
