import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FaultPlan, startPhones } from "@drover/virtual-android";
import { ServedDevice } from "#device-host/adb/served-device.ts";

/** One virtual phone behind its adb server, and the way to it. */
export async function startTestPhone() {
  const dir = await mkdtemp(join(tmpdir(), "drover-phone-"));
  const faults = new FaultPlan();
  const running = await startPhones({ count: 1, dir, adbFaults: faults });
  const [serial = ""] = running.serials;
  const [phone] = running.phones;
  if (phone === undefined) throw new Error("no phone was started");
  const endpoint = { host: "127.0.0.1", port: running.adbPort };
  const adb = new ServedDevice({ endpoint, serial });
  return {
    phone,
    serial,
    faults,
    endpoint,
    adb,
    running,
    /** As observing wants it. */
    observed: { deviceId: "host-a.phone", adb, naturalSize: { width: 1080, height: 2400 } },
    async close(): Promise<void> {
      await running.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
export type TestPhone = Awaited<ReturnType<typeof startTestPhone>>;
