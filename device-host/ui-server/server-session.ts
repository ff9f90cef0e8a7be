import type { AdbDevice } from "../adb/adb-device.ts";
import { type HttpRequest, type HttpResponse, httpOverAdb } from "../adb/http-over-adb.ts";

/** What became of a request. */
export type ServerAnswer =
  | { readonly kind: "value"; readonly value: unknown }
  /** The server's own refusal, by W3C's name of the error. */
  | { readonly kind: "refused"; readonly error: string }
  /** It does not run here now: nothing was asked. */
  | { readonly kind: "away" }
  /** It was asked and did not answer: what was asked for may have been done. */
  | { readonly kind: "lost" };

export interface ServerCall extends HttpRequest {
  readonly deadlineMilliseconds?: number;
  /** It changes the device: the lease is checked first. */
  readonly acts?: boolean;
}

const port = 6_790;
/** A picture as base64 is larger than the picture, which is under 10 MB. */
const maximumBytes = 24 * 1_048_576;
const answerMilliseconds = 5_000;
const limits = { deadlineMilliseconds: answerMilliseconds, maximumBytes };

/** The host compares two trees itself, which tells more than the server's wait for events; a job may unplug its device. */
const settings = { waitForIdleTimeout: 0, shutdownOnPowerDisconnect: false };

export const isListening = (adb: AdbDevice): Promise<boolean> =>
  httpOverAdb(adb, port, { method: "GET", path: "/status" }, limits).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Begins the server's one session. @throws Error with what it refused, and what httpOverAdb throws */
export async function newSession(adb: AdbDevice): Promise<string> {
  const body = { capabilities: { firstMatch: [{ platformName: "Android" }], alwaysMatch: {} } };
  const begun = await httpOverAdb(adb, port, { method: "POST", path: "/session", body }, limits);
  const { sessionId } = Object(Object(begun.json).value) as { readonly sessionId?: unknown };
  if (typeof sessionId !== "string" || !/^[\w-]{1,100}$/.test(sessionId))
    throw new Error(`it began no session (${begun.status})`);
  if (await isConfigured(adb, sessionId)) return sessionId;
  throw new Error("it refused the settings");
}

/** False: no server of that session runs. */
export async function isConfigured(adb: AdbDevice, session: string): Promise<boolean> {
  const call = { method: "POST", path: "/appium/settings", body: { settings } } as const;
  const answer = await serverCommand(adb, session, call).catch(() => null);
  return answer?.kind === "value";
}

/** @throws what httpOverAdb throws */
export async function serverCommand(
  adb: AdbDevice,
  session: string,
  { deadlineMilliseconds = answerMilliseconds, acts = false, ...request }: ServerCall,
): Promise<ServerAnswer> {
  const path = `/session/${session}${request.path}`;
  const options = { deadlineMilliseconds, maximumBytes, acts };
  return answerOf(await httpOverAdb(adb, port, { ...request, path }, options));
}

function answerOf({ status, json }: HttpResponse): ServerAnswer {
  const { value } = Object(json) as { readonly value?: unknown };
  if (status === 200) return { kind: "value", value: value ?? null };
  const { error } = Object(value) as { readonly error?: unknown };
  return { kind: "refused", error: typeof error === "string" ? error.slice(0, 100) : `status ${status}` };
}
