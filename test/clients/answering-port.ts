import { once } from "node:events";
import { createServer } from "node:net";
import { askPhone } from "../bench/phone/ask-phone.ts";

/** On a phone. */
export const answeringPort = 7_070;

/** A port of this machine that answers whatever comes with one text. */
export async function startAnswering(text: string) {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(text));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return { port: address.port, close: () => void server.close() };
}

/** Lets the phone's port lead there. */
export async function openOnPhone(adbPort: number, serial: string, port: number): Promise<void> {
  await askPhone(adbPort, serial, `reverse:forward:tcp:${answeringPort};tcp:${port}`);
}
