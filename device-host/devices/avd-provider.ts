import type { AndroidSdk } from "./android-sdk.ts";
import { avdName, consolePort, Emulator, mostEmulators, serialOfPort } from "./avd-emulator.ts";
import type { DeviceProvider } from "./device-provider.ts";

/** From a snapshot it takes seconds; a machine that starts several at once is slower. */
const bootSeconds = 120;

/**
 * Emulators of the one AVD that `drover hosts prepare` made: each begins from its clean snapshot, reads its disk and writes
 * into a copy of its own that ends with it.
 */
export function avdProvider(sdk: AndroidSdk): DeviceProvider {
  const running = new Map<string, Emulator>();
  return {
    capabilities: {
      // An adb server gets only as many as it serves well.
      serials: Array.from({ length: sdk.emulatorUnits ? 16 : mostEmulators }, (_, number) =>
        serialOfPort(consolePort(number)),
      ),
      bootSeconds,
    },
    create: async ({ serial }) => {
      const port = Number(serial.slice("emulator-".length));
      const emulator = new Emulator(sdk, avdName(0), port, "shared");
      running.set(serial, emulator);
      await emulator.connected(bootSeconds);
      return serial;
    },
    destroy: async (serial) => {
      await running.get(serial)?.end();
      running.delete(serial);
    },
  };
}
