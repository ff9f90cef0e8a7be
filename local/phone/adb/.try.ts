import { createFakeDevice } from "../../../test/local/phone/shell/fake-device.ts";
import { DeviceRegistry } from "./device-registry.ts";
import { startAdbServer } from "./start-adb-server.ts";

const devices = new DeviceRegistry();
const phone = createFakeDevice();
devices.attach(phone.device);
const server = await startAdbServer({ devices, port: 15037 });
process.stdout.write(`${server.port}\n`);
