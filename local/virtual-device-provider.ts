import type { RunningPhones } from "@drover/virtual-android";
import type { DeviceProvider } from "#device-host/devices/device-provider.ts";

/** Above those that the server has from its start. */
const firstPort = 7_554;
const mostPhones = 64;

/** Virtual phones for a job each, on a server of such that runs. */
export const virtualDeviceProvider = (phones: Pick<RunningPhones, "start" | "end">): DeviceProvider => ({
  capabilities: {
    serials: Array.from({ length: mostPhones }, (_, number) => `emulator-${firstPort + number * 2}`),
    bootSeconds: 60,
  },
  create: async ({ serial }) => (await phones.start(serial)).serial,
  destroy: (serial) => phones.end(serial),
});
