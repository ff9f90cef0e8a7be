import type {
  FileAnswer,
  InstallAnswer,
  LogcatAnswer,
  SessionCall,
  SessionCallOf,
  SessionRequest,
} from "#shared/contracts/session/session-call.ts";
import { largestFileBytes } from "#shared/contracts/session/session-call.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import { putFile } from "../apps/put-file.ts";
import { installApp } from "../devices/install-app.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { screenshotInTurn } from "./look-tools.ts";
import type { SessionContext } from "./session-context.ts";
import { closeSessionPort, openSessionPort } from "./session-port.ts";

type SessionCalls = {
  readonly [Kind in SessionCall["kind"]]: (
    call: SessionCallOf<Kind>,
    context: SessionContext,
  ) => Promise<unknown>;
};

const calls: SessionCalls = {
  openAdbPort: openSessionPort,
  closeAdbPort: (_, context) => closeSessionPort(context),
  look: ({ as }, { device, services }) => screenshotInTurn(device, { as }, services),
  install,
  push,
  pull,
  logcat,
};

/**
 * Does what a session asks of its device, in the device's turn.
 * @throws LeaseLost for a session that does not have the device, or not at this epoch any more
 */
export async function answerSession(
  { jobId, epoch, call }: SessionRequest,
  device: ManagedDevice,
  services: HostServices,
): Promise<unknown> {
  const job = await services.repositories.jobs.get(services.tenantId, jobId);
  using _turn = await device.lane.enter();
  const { lease } = device;
  if (job === null || lease === null || lease.jobId !== jobId || lease.epoch !== epoch)
    throw new DroverError("LeaseLost", `Session ${jobId} no longer has device '${device.deviceId}'.`);
  lease.check();
  const adb = device.adb.with({ guard: () => lease.check() });
  // The call's kind and its function carry the same name, which TypeScript cannot follow through the union.
  const answer = calls[call.kind] as (call: SessionCall, context: SessionContext) => Promise<unknown>;
  if (call.kind !== "look") device.lastUsedAt = services.clock.monotonic();
  return answer(call, { device, lease, job, adb, services }).catch((error: unknown) => {
    throw lease.secrets.error(unexpected(error));
  });
}

/** Of the 25 s that a call has. */
const fetchMilliseconds = 15_000;
const installSeconds = 18;

async function install(
  { app }: SessionCallOf<"install">,
  { adb, device, job, services }: SessionContext,
): Promise<InstallAnswer> {
  const signal = AbortSignal.timeout(fetchMilliseconds);
  const { bytes, output } = await installApp(app, { adb, device, job, services, signal, installSeconds });
  return { bytes, output };
}

async function push(
  { key, path }: SessionCallOf<"push">,
  { adb, services }: SessionContext,
): Promise<FileAnswer> {
  const contents = Buffer.from(await services.artifacts.get(key));
  await adb.writeAll([["mkdir", "-p", path.slice(0, path.lastIndexOf("/"))]]);
  await putFile(adb, path, contents);
  return { path, bytes: contents.length };
}

async function pull(
  { key, path }: SessionCallOf<"pull">,
  { adb, services }: SessionContext,
): Promise<FileAnswer> {
  const contents = await adb.pull(path, largestFileBytes);
  if (contents === null) throw new DroverError("NotFound", "The device has no file with this path.");
  await services.artifacts.put(key, contents, "application/octet-stream");
  return { path, bytes: contents.length };
}

/** An answer through the table is bounded. */
const mostLogCharacters = 200_000;

async function logcat(
  { lines, filter }: SessionCallOf<"logcat">,
  { adb, device, lease }: SessionContext,
): Promise<LogcatAnswer> {
  // What the host's own server logs of its requests is nothing that the session did.
  const own = device.uiServer === null ? [] : ["appium:S"];
  const tags =
    filter.tag === undefined ? [...own, `*:${filter.level}`] : [`${filter.tag}:${filter.level}`, "*:S"];
  const [result] = await adb.read([["logcat", "-d", "-v", "threadtime", "-t", String(lines), ...tags]]);
  const text = lease.secrets.text((result?.output ?? "").trimEnd());
  const kept = text.slice(-mostLogCharacters);
  return {
    lines: kept === "" ? [] : kept.split("\n"),
    truncated: kept.length < text.length || result?.truncated === true,
  };
}
