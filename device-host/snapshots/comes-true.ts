import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { isTransportError } from "../adb/adb-error.ts";
import { type BootFacts, readBootFacts } from "../devices/boot-facts.ts";
import type { HostServices } from "../host-services.ts";
import { readWindowFacts } from "../observe/window-facts.ts";

/** An emulator's adbd connects again after it. */
const comesTrueWithinMilliseconds = 30_000;
const firstPauseMilliseconds = 5;
const longestPauseMilliseconds = 500;

/**
 * Resolves when the device has gone back: it has booted, and the app is in front that was when it was kept. Asked again and again, because
 * the way to the device is cut and nobody says when it is back. `begun`: monotonic. @throws SnapshotFailed
 */
export async function comesTrue(
  adb: AdbDevice,
  app: string,
  begun: number,
  { clock }: HostServices,
): Promise<BootFacts> {
  let seen = "it did not respond";
  let pause = 0;
  do {
    await clock.wait(pause);
    pause = Math.min(longestPauseMilliseconds, Math.max(firstPauseMilliseconds, pause * 2));
    try {
      const facts = await readBootFacts(adb);
      const inFront = facts === null ? null : (await readWindowFacts(adb)).package;
      if (facts !== null && inFront === app) return facts;
      seen = facts === null ? "it has not booted" : `'${inFront}' is in front, not '${app}'`;
    } catch (error) {
      if (!isTransportError(error)) throw error;
      seen = error.message;
    }
  } while (clock.monotonic() - begun < comesTrueWithinMilliseconds);
  throw new DroverError("SnapshotFailed", `The device differs from its snapshot: ${seen}.`);
}
