import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones } from "@drover/virtual-android";
import { askPhone } from "../bench/phone/ask-phone.ts";
import { type CheckResults, checkFunctions } from "./check-functions.ts";
import type { PhoneClient } from "./client-phone.ts";

const answeringPort = 7_070;

/** Two virtual phones behind an adb server of their own, both driven at once: the results of each. */
export async function onTwoPhones(client: PhoneClient): Promise<readonly CheckResults[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-client-"));
  const phones = await startPhones({ count: 2, dir: path.join(dir, "phones"), rebootMilliseconds: 500 });
  const { adbPort: port, serials } = phones;
  const servers = await Promise.all(serials.map(answering));
  try {
    await using connected = await client.connect({ port, dir });
    return await Promise.all(
      serials.map(async (serial, index) => {
        const near = portOf(servers[index]);
        await askPhone(port, serial, `reverse:forward:tcp:${answeringPort};tcp:${near}`);
        return checkFunctions(connected.phone(serial), { port, serial, serials, dir, answeringPort });
      }),
    );
  } finally {
    for (const server of servers) server.close();
    await phones.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Answers whatever comes with the phone's serial. */
async function answering(serial: string): Promise<Server> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(serial));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function portOf(server: Server | undefined): number {
  const address = server?.address();
  if (typeof address !== "object" || address === null) throw new Error("the server does not listen");
  return address.port;
}
