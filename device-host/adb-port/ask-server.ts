import { connect, type Socket } from "node:net";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbEndpoint } from "../adb/single-connection.ts";
import { framed, readExactly, readFrame } from "./smart-socket.ts";

/** What the real server takes to answer its own request, and a device to be chosen. */
export const answerMilliseconds = 10_000;

/** A connection to the real adb server. An error on it is heard by `close`; it is destroyed when `over` is aborted. */
export function openSocket({ host, port }: AdbEndpoint, over: AbortSignal): Socket {
  const socket = connect({ host, port, noDelay: true, allowHalfOpen: true });
  const destroy = (): void => void socket.destroy();
  socket.on("error", () => {});
  over.addEventListener("abort", destroy, { once: true });
  socket.on("close", () => over.removeEventListener("abort", destroy));
  if (over.aborted) destroy();
  return socket;
}

/** Sends a request and reads whether it was taken. Throws AdbServerLost, or AdbCommandFailed in the server's words. */
export async function askServer(socket: Socket, request: string, over: AbortSignal): Promise<void> {
  const stop = AbortSignal.any([over, AbortSignal.timeout(answerMilliseconds)]);
  socket.write(framed(request));
  const status = (await readExactly(socket, 4, stop))?.toString("latin1");
  if (status === "OKAY") return;
  const said = status === "FAIL" ? await readFrame(socket, stop) : null;
  if (said === null) throw new DroverError("AdbServerLost", "The connection to the adb server was lost.");
  throw new DroverError("AdbCommandFailed", said);
}
