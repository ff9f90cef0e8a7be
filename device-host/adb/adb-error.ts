import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

/** What the adb server, adbkit and the socket say, and what it means. First match wins. */
const meanings: readonly (readonly [RegExp, ErrorCode])[] = [
  [/device unauthorized|unauthorized|authorizing/i, "DeviceUnauthorized"],
  [/device offline|still connecting|device is offline/i, "DeviceOffline"],
  [/device '.*' not found|no devices|transport.* not found/i, "DeviceDisconnected"],
  [/No space left on device/i, "DeviceStorageFull"],
  [/ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EHOSTUNREACH|ECONNABORTED|protocol fault/i, "AdbServerLost"],
  [/Premature end of stream|EOF/i, "DeviceDisconnected"],
  [/timeout/i, "DeviceTimeout"],
];

/** Where the command was going: for the message. */
export interface AdbTarget {
  /** Null: the adb server itself. */
  readonly serial: string | null;
  readonly service: string;
}

/** Anything adbkit threw, as one of ours with the original kept as its cause. */
export function adbError(error: unknown, target: AdbTarget): DroverError {
  if (error instanceof DroverError) return error;
  const text = error instanceof Error ? `${codeOf(error)} ${error.message}` : String(error);
  const code = meanings.find(([pattern]) => pattern.test(text))?.[1] ?? "AdbCommandFailed";
  const where = target.serial === null ? "the adb server" : `device '${target.serial}'`;
  return new DroverError(code, `${where}: ${text.trim().slice(0, 500)} (${target.service.slice(0, 80)})`, {
    cause: error,
    details: { serial: target.serial, service: target.service.slice(0, 200) },
  });
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

/** Errors of the transport: the device may or may not have felt what was sent. */
const transportCodes = new Set<ErrorCode>([
  "DeviceDisconnected",
  "DeviceOffline",
  "DeviceUnauthorized",
  "DeviceTimeout",
  "AdbServerLost",
]);
export const isTransportError = (error: unknown): error is DroverError =>
  error instanceof DroverError && transportCodes.has(error.code);
