import { createRequire } from "node:module";
import { Client } from "@devicefarmer/adbkit";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type AdbTarget, adbError, detailsOf, subjectOf } from "./adb-error.ts";

export interface AdbEndpoint {
  readonly host: string;
  readonly port: number;
}

// Required, not imported: bundlers and test runners disagree on what the default export of a CommonJS module is.
const { default: Connection } = createRequire(import.meta.url)(
  "@devicefarmer/adbkit/dist/src/adb/connection.js",
) as typeof import("@devicefarmer/adbkit/dist/src/adb/connection.js");

/** adbkit's connection, except that a refused one stays refused: adbkit would run `adb start-server`. */
class SingleConnection extends Connection {
  override startServer(): never {
    throw Object.assign(new Error("no adb server listens there"), { code: "ECONNREFUSED" });
  }
}

/** A client that hands out one connection only, so that its owner can destroy it. */
export class SingleClient extends Client {
  readonly single: InstanceType<typeof Connection>;

  constructor(endpoint: AdbEndpoint, idleTimeoutMilliseconds: number) {
    super({ host: endpoint.host, port: endpoint.port, timeout: idleTimeoutMilliseconds });
    this.single = new SingleConnection(this.options);
  }

  override connection(): ReturnType<Client["connection"]> {
    return this.single.connect();
  }
}

export interface ConnectionLimits {
  /** The whole command must be over by then, however slowly bytes come (docs/faults.md A4). */
  readonly deadlineMilliseconds: number;
  /** No byte for this long, in either direction, ends a command even before its deadline. Absent: 30 seconds. */
  readonly idleMilliseconds?: number;
  readonly signal?: AbortSignal;
}

const usualIdleMilliseconds = 30_000;

/**
 * Gives `use` a client with its own connection and destroys that connection afterwards, whatever happened.
 * Throws DeviceDisconnected, DeviceOffline, DeviceUnauthorized, DeviceTimeout, AdbServerLost or AdbCommandFailed.
 */
export async function withConnection<Result>(
  endpoint: AdbEndpoint,
  target: AdbTarget,
  limits: ConnectionLimits,
  use: (client: SingleClient) => PromiseLike<Result>,
): Promise<Result> {
  limits.signal?.throwIfAborted();
  const idleMilliseconds = Math.min(
    limits.idleMilliseconds ?? usualIdleMilliseconds,
    limits.deadlineMilliseconds,
  );
  const client = new SingleClient(endpoint, idleMilliseconds);
  const { single } = client;
  let stop: () => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    const late = (milliseconds: number) => reject(timeoutError(target, milliseconds));
    const timer = setTimeout(late, limits.deadlineMilliseconds, limits.deadlineMilliseconds);
    const aborted = (): void => reject(limits.signal?.reason);
    limits.signal?.addEventListener("abort", aborted, { once: true });
    single.on("timeout", () => late(idleMilliseconds));
    single.on("error", reject);
    stop = () => {
      clearTimeout(timer);
      limits.signal?.removeEventListener("abort", aborted);
    };
  });
  try {
    return await Promise.race([use(client), broken]);
  } catch (error) {
    throw adbError(error, target);
  } finally {
    stop();
    // Absent when the connection was never tried.
    single.socket?.destroy();
  }
}

const timeoutError = (target: AdbTarget, milliseconds: number): DroverError =>
  new DroverError("DeviceTimeout", `${subjectOf(target)} did not respond within ${milliseconds} ms.`, {
    details: detailsOf(target),
  });

const answerMilliseconds = 10_000;

/** adbkit's promise stays pending for ever when the connection ends, or nothing comes, before the answer. */
export function goneBefore(client: SingleClient, stop: AbortSignal): Promise<never> {
  const late = AbortSignal.any([stop, AbortSignal.timeout(answerMilliseconds)]);
  return new Promise((_, reject) => {
    late.addEventListener("abort", () => reject(late.reason), { once: true });
    client.single.once("end", () => reject(new Error("the adb server closed the connection")));
    client.single.once("close", () => reject(new Error("the adb server closed the connection")));
  });
}
