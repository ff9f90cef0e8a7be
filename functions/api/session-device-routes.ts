import type { Routes } from "#shared/contracts/api/routes.ts";
import { type JobId, type TenantId, UploadId } from "#shared/contracts/ids.ts";
import { sessionFileKey, sessionUploadKey } from "#shared/contracts/keys.ts";
import { FileAnswer, largestFileBytes, type SessionCall } from "#shared/contracts/session-call.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError } from "../runtime/field-errors.ts";
import { type RouteHandler, RouteResponse } from "../runtime/http-route.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { findSession, noteUse, type SessionJob } from "../sessions/session-view.ts";
import { checkLives, notReady } from "../sessions/waiting-turn.ts";
import { artifactLinker } from "./artifact-links.ts";
import { askHost, linkedReply, responseOf } from "./ask-host.ts";
import { noSuch } from "./find-job.ts";

const uploadSeconds = 300;
/** Installing and copying take longer than a look. */
const longCallMilliseconds = 25_000;

export const sessionScreenshot: RouteHandler<Routes["sessionScreenshot"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const { job, device } = await heldDevice(tenantId, parameters.id, runtime);
  await noteUse(job, runtime);
  const told = await askHost(device, { type: "screenshot", screenshot: { as: "link" } }, runtime);
  return linkedReply(tenantId, told, "screenshot", runtime);
};

export const uploadToSession: RouteHandler<Routes["uploadToSession"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  await livingSession(tenantId, parameters.id, runtime);
  const uploadId = UploadId.parse(runtime.newId());
  const form = await runtime.artifacts.uploadForm(sessionUploadKey(tenantId, uploadId), {
    contentType: "application/octet-stream",
    maxBytes: largestFileBytes,
    seconds: uploadSeconds,
  });
  const expiresAt = new Date(runtime.now().getTime() + uploadSeconds * 1_000).toISOString();
  return { uploadId, url: form.url, fields: { ...form.fields }, maxBytes: largestFileBytes, expiresAt };
};

export const installInSession: RouteHandler<Routes["installInSession"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const key = await uploaded(tenantId, parameters.id, body.uploadId, runtime);
  return responseOf(await callDevice(tenantId, parameters.id, { kind: "install", key }, runtime));
};

export const putSessionFile: RouteHandler<Routes["putSessionFile"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const { path, uploadId } = body;
  const key = await uploaded(tenantId, parameters.id, uploadId, runtime);
  const told = await callDevice(tenantId, parameters.id, { kind: "push", key, path }, runtime);
  const written = FileAnswer.safeParse(JSON.parse(told.body));
  return written.success ? { ...written.data, links: {} } : responseOf(told);
};

export const getSessionFile: RouteHandler<Routes["getSessionFile"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const file = sessionFileKey(tenantId, parameters.id, UploadId.parse(runtime.newId()));
  const call = { kind: "pull", key: file, path: query.path } as const;
  const told = await callDevice(tenantId, parameters.id, call, runtime);
  const read = FileAnswer.safeParse(JSON.parse(told.body));
  if (!read.success) return responseOf(told);
  const links = await artifactLinker(tenantId, runtime)({ file });
  return new RouteResponse({ body: { ...read.data, links }, headers: {} });
};

export const sessionLogcat: RouteHandler<Routes["sessionLogcat"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { lines, ...filter } = query;
  return responseOf(await callDevice(tenantId, parameters.id, { kind: "logcat", lines, filter }, runtime));
};

export const openSessionAdb: RouteHandler<Routes["openSessionAdb"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const call = { kind: "openAdbPort", holdSeconds: body.holdSeconds } as const;
  return responseOf(await callDevice(tenantId, parameters.id, call, runtime));
};

export const closeSessionAdb: RouteHandler<Routes["closeSessionAdb"]> = async (
  { tenantId, parameters },
  runtime,
) => responseOf(await callDevice(tenantId, parameters.id, { kind: "closeAdbPort" }, runtime));

/** Asks the session's host, under the lease that the session has now. */
async function callDevice(tenantId: TenantId, id: JobId, call: SessionCall, runtime: Runtime<"api">) {
  const { job, device, epoch } = await heldDevice(tenantId, id, runtime);
  await noteUse(job, runtime);
  const request = { type: "session", jobId: job.jobId, epoch, call } as const;
  return askHost(device, request, runtime, longCallMilliseconds);
}

async function livingSession(tenantId: TenantId, id: JobId, runtime: Runtime<"api">): Promise<SessionJob> {
  const job = await findSession(tenantId, id, runtime);
  checkLives(job);
  return job;
}

/** @throws NotFound, JobFinished, NotReady while it has no device */
async function heldDevice(tenantId: TenantId, id: JobId, runtime: Runtime<"api">) {
  const job = await livingSession(tenantId, id, runtime);
  const { deviceId, leaseEpoch: epoch } = job;
  if (job.status !== "running" || deviceId === undefined || epoch === undefined) throw notReady(job);
  const device = await runtime.repositories.devices.get(tenantId, deviceId);
  if (device === null) throw noSuch("device", deviceId);
  if (device.leaseEpoch !== epoch || device.leaseJobId !== job.jobId)
    throw new DroverError("LeaseLost", `Session ${id} does not have device '${deviceId}' any more.`);
  return { job, device, epoch };
}

/** What was uploaded, where its device's host may read it. @throws NotFound when nothing was */
async function uploaded(
  tenantId: TenantId,
  id: JobId,
  uploadId: UploadId,
  runtime: Runtime<"api">,
): Promise<string> {
  const key = sessionFileKey(tenantId, id, uploadId);
  const sent = sessionUploadKey(tenantId, uploadId);
  if (await runtime.artifacts.exists(key)) return key;
  if (await runtime.artifacts.exists(sent)) {
    await runtime.artifacts.copy(sent, key, await runtime.artifacts.etag(sent));
    return key;
  }
  throw new DroverError("NotFound", "Nothing was uploaded to this session under that id.", {
    details: { errors: [fieldError("uploadId", uploadId, "names no file that was uploaded")] },
  });
}
