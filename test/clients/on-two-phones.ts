import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones } from "@drover/virtual-android";
import { answeringPort, openOnPhone, startAnswering } from "./answering-port.ts";
import { type CheckResults, checkFunctions } from "./check-functions.ts";
import type { PhoneClient } from "./client-phone.ts";

/** Two virtual phones behind an adb server of their own, both driven at once: the results of each. */
export async function onTwoPhones(client: PhoneClient): Promise<readonly CheckResults[]> {
  const dir = await mkdtemp(path.join(tmpdir(), "drover-client-"));
  const phones = await startPhones({ count: 2, dir: path.join(dir, "phones"), rebootMilliseconds: 500 });
  const { adbPort: port, serials } = phones;
  const servers = await Promise.all(serials.map(startAnswering));
  try {
    await using connected = await client.connect({ port, dir });
    return await Promise.all(
      serials.map(async (serial, index) => {
        await openOnPhone(port, serial, servers[index]?.port ?? 0);
        const on = { port, serial, serials, dir, answeringPort, answer: serial, reboots: true };
        return checkFunctions(connected.phone(serial), on);
      }),
    );
  } finally {
    for (const server of servers) server.close();
    await phones.close();
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  }
}
