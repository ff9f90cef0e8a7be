import { expect, it } from "vitest";
import { openAdbPort } from "#device-host/adb-port/open-adb-port.ts";
import { systemClock } from "#device-host/host-clock.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm } from "../start-test-farm.ts";

it("a host on the port of one device sees that the device booted, however short it was away", async () => {
  const farm = await startTestFarm();
  const [phone] = farm.phones.phones;
  if (phone === undefined) throw new Error("no phone");
  const over = new AbortController();
  const port = await openAdbPort({
    endpoint: { host: "127.0.0.1", port: farm.phones.adbPort },
    rules: { serial: phone.serial, root: false, reboot: true },
    check: () => {},
    over: over.signal,
    holdMilliseconds: 120_000,
    now: () => new Date().toISOString(),
    monotonic: () => systemClock.monotonic(),
    wait: systemClock.wait,
  });
  try {
    await farm.startHost({ devices: { host: "127.0.0.1", port: port.port } });
    const { deviceId } = await farm.device(0, (state) => state === "ready");
    farm.phones.devices.detach(phone.serial);
    await phone.reboot();
    farm.phones.devices.attach(phone);
    const reasons = async () => {
      const history = await farm.repositories.devices.history(tenantId, deviceId, 10);
      return history.map(({ reason }) => reason);
    };
    await expect.poll(reasons, { timeout: 30_000 }).toContain("it has booted again");
  } finally {
    await farm.close();
    await port.close("the test is over");
  }
}, 60_000);
