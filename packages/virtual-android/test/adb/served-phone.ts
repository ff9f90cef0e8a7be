import { afterEach, beforeEach } from "vitest";
import { DeviceRegistry } from "../../src/adb/device-registry.ts";
import { FaultPlan } from "../../src/adb/faults.ts";
import { type AdbServer, startAdbServer } from "../../src/adb/start-adb-server.ts";
import { createFakeDevice } from "../shell/fake-device.ts";
import { WireClient } from "./wire-client.ts";

export interface ServedPhone {
  readonly server: AdbServer;
  readonly devices: DeviceRegistry;
  readonly faults: FaultPlan;
  readonly phone: ReturnType<typeof createFakeDevice>;
  /** A new connection, closed after the test. */
  connect(): WireClient;
}

/** A server with one phone, `emulator-5554`, new for every test. */
export function servePhone(): () => ServedPhone {
  let served: ServedPhone | undefined;
  const clients: WireClient[] = [];
  beforeEach(async () => {
    const [devices, faults, phone] = [new DeviceRegistry(), new FaultPlan(), createFakeDevice()];
    devices.attach(phone.device);
    const server = await startAdbServer({ devices, faults });
    const connect = () => {
      const client = new WireClient(server.port);
      clients.push(client);
      return client;
    };
    served = { server, devices, faults, phone, connect };
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.destroy();
    await served?.server.close();
    await served?.phone.device.close();
  });
  return () => {
    if (served === undefined) throw new Error("only inside a test");
    return served;
  };
}
