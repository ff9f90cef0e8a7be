import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
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

/** Where the command was going. */
export interface AdbTarget {
  /** Null: the adb server itself. */
  readonly serial: string | null;
  /** As sent, for example `shell:input tap 1 2`: it may hold what was typed, so it is never said. */
  readonly service: string;
}

/** What a person or a model reads; what adb said stays in the cause. */
const messages: Readonly<Partial<Record<ErrorCode, (target: AdbTarget) => string>>> = {
  DeviceUnauthorized: (target) => `${subjectOf(target)} does not accept this computer's key.`,
  DeviceOffline: (target) => `${subjectOf(target)} is offline.`,
  DeviceDisconnected: (target) => `The connection to ${placeOf(target)} was lost.`,
  DeviceStorageFull: (target) => `${subjectOf(target)} has no space left.`,
  AdbServerLost: () => "The connection to the adb server was lost.",
  DeviceTimeout: (target) => `${subjectOf(target)} did not respond in time.`,
};

/** Anything adbkit threw, as one of ours with the original kept as its cause. */
export function adbError(error: unknown, target: AdbTarget): DroverError {
  if (error instanceof DroverError) return error;
  const text = error instanceof Error ? `${codeOf(error)} ${error.message}` : String(error);
  const code = meanings.find(([pattern]) => pattern.test(text))?.[1] ?? "AdbCommandFailed";
  const message = messages[code]?.(target) ?? `${subjectOf(target)} refused ${taskOf(target)}.`;
  return new DroverError(code, message, { cause: error, details: detailsOf(target) });
}

const placeOf = ({ serial }: AdbTarget): string =>
  serial === null ? "the adb server" : `device '${serial}'`;

/** The same, where a sentence begins. */
export const subjectOf = ({ serial }: AdbTarget): string =>
  serial === null ? "The adb server" : `Device '${serial}'`;

/** `shell`, `exec`, `sync` or `host`. */
const serviceName = ({ service }: AdbTarget): string => service.slice(0, service.indexOf(":"));

const taskOf = (target: AdbTarget): string =>
  ({ shell: "a command", exec: "a command", sync: "a file" })[serviceName(target)] ?? "a request";

export const detailsOf = (target: AdbTarget) => ({ serial: target.serial, service: serviceName(target) });

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

export const isTransportError = (error: unknown): error is DroverError =>
  error instanceof DroverError && catalogue[error.code].transport;

/** The way to the device is cut. One that does not answer in time may be slow with that question alone. */
export const isConnectionLost = (error: unknown): error is DroverError =>
  isTransportError(error) && error.code !== "DeviceTimeout";
