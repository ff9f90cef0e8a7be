import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice, ExchangeOptions } from "./adb-device.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface HttpResponse {
  readonly status: number;
  /** What the body holds. */
  readonly json: unknown;
}

/**
 * Asks an HTTP server on the device's loopback, through adb's `tcp:` service: there is no forward that could be lost or left behind.
 * @throws AdbCommandFailed when nothing listens there or the response is no whole JSON, and the transport's errors
 */
export async function httpOverAdb(
  adb: AdbDevice,
  port: number,
  { method, path, body }: HttpRequest,
  options: ExchangeOptions,
): Promise<HttpResponse> {
  const text = body === undefined ? "" : JSON.stringify(body);
  const head = [
    // 1.0: the response ends with its connection, in one piece.
    `${method} ${path} HTTP/1.0`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(text)}`,
  ].join("\r\n");
  const answer = await adb.exchange(`tcp:${port}`, Buffer.from(`${head}\r\n\r\n${text}`), options);
  const end = answer.indexOf("\r\n\r\n");
  const said = answer.subarray(0, Math.max(0, end)).toString("latin1");
  const status = Number(/^HTTP\/1\.[01] (\d{3})\b/.exec(said)?.[1]);
  const json = jsonIn(answer.subarray(end + 4).toString("utf8"));
  if (end >= 0 && status > 0 && json !== undefined) return { status, json };
  throw new DroverError(
    "AdbCommandFailed",
    `The server on the device's port ${port} broke off its response.`,
    {
      details: { serial: adb.serial, port },
    },
  );
}

/** Undefined: it is none, or only a part. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
