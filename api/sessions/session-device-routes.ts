import { projectConfig } from "#agent/environment/project-config.ts";
import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { checkLink, newUpload, takeUpload } from "#batches/submission/session-apps.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import { sessionFileKey } from "#shared/contracts/farm/keys.ts";
import { FileAnswer, type SessionCall } from "#shared/contracts/session/session-call.ts";
import { type JobId, type TenantId, UploadId } from "#shared/contracts/values/ids.ts";
import { linkedReply, responseOf } from "../devices/ask-host.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { askUnderLease, heldDevice } from "./held-device.ts";
import { findSession, noteUse, type SessionJob } from "./session-view.ts";
import { checkLives } from "./waiting-turn.ts";

/** Installing and copying take longer than a look. */
const longCallMilliseconds = 25_000;

export const sessionScreenshot: RouteHandler<Routes["sessionScreenshot"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const told = await callDevice(tenantId, parameters.id, { kind: "look", as: "link" }, runtime);
  return linkedReply(tenantId, told, "screenshot", runtime);
};

export const uploadForSession: RouteHandler<Routes["uploadForSession"]> = ({ tenantId }, runtime) =>
  newUpload(tenantId, UploadId.parse(runtime.newId()), runtime);

export const uploadToSession: RouteHandler<Routes["uploadToSession"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  await livingSession(tenantId, parameters.id, runtime);
  return newUpload(tenantId, UploadId.parse(runtime.newId()), runtime);
};

export const installInSession: RouteHandler<Routes["installInSession"]> = async (
  { tenantId, parameters: { id }, body },
  runtime,
) => {
  const { apps } = await projectConfig();
  if ("url" in body && !apps.local) checkLink("url", body.url);
  const app = "url" in body ? body : { key: await uploaded(tenantId, id, body.uploadId, runtime) };
  return responseOf(await callDevice(tenantId, id, { kind: "install", app }, runtime));
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

/** Asks the session's host, under the lease that the session has now. @throws NotFound, JobFinished, NotReady, LeaseLost */
async function callDevice(tenantId: TenantId, id: JobId, call: SessionCall, runtime: Runtime<"api">) {
  const job = await livingSession(tenantId, id, runtime);
  const held = await heldDevice(job, runtime);
  await noteUse(job, runtime);
  return askUnderLease(held, call, runtime, longCallMilliseconds);
}

async function livingSession(tenantId: TenantId, id: JobId, runtime: Runtime<"api">): Promise<SessionJob> {
  const job = await findSession(tenantId, id, runtime);
  checkLives(job);
  return job;
}

const uploaded = (
  tenantId: TenantId,
  jobId: JobId,
  uploadId: UploadId,
  runtime: Runtime<"api">,
): Promise<string> => takeUpload({ tenantId, jobId, uploadId, field: "uploadId" }, runtime);
