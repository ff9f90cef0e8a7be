import { isConnectionLost } from "../adb/adb-error.ts";
import { readBootFacts, tellsBoots } from "../devices/boot-facts.ts";
import type { CommandContext } from "./command-context.ts";

/** How long a device that is being judged may be away. Its job's work is on it, and would have to be done again elsewhere. */
export const comesBackWithinMilliseconds = 60_000;
const pauseMilliseconds = 500;

type Judging = Pick<CommandContext<"judge">, "adb" | "device" | "lease" | "services" | "signal">;

/**
 * What is read of the device; read again when the way to it was cut and it came back as it was: it has not booted, and the lease
 * holds, so that nobody cleaned it. @throws what reading throws, when it does not come back so
 */
export async function askAgain<Read>(judging: Judging, read: () => Promise<Read>): Promise<Read> {
  const { device, lease, services } = judging;
  const { bootId } = device.facts;
  let lostAt: number | null = null;
  lease.absenceMilliseconds = comesBackWithinMilliseconds;
  try {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!isConnectionLost(error) || !tellsBoots(bootId)) throw error;
        lostAt ??= services.clock.monotonic();
        if (!(await isBack(judging, bootId, lostAt + comesBackWithinMilliseconds))) throw error;
        services.logger.info("device asked again", { deviceId: device.deviceId });
      }
    }
  } finally {
    lease.absenceMilliseconds = null;
  }
}

/** As it was, before that monotonic time. */
async function isBack(
  { adb, lease, services, signal }: Judging,
  bootId: string,
  until: number,
): Promise<boolean> {
  const { clock } = services;
  const over = AbortSignal.any([signal, lease.over]);
  while (!over.aborted && !lease.lost && clock.monotonic() < until) {
    // Null: it boots.
    const facts = await readBootFacts(adb).catch(() => undefined);
    if (facts !== undefined) return facts?.bootId === bootId && !lease.lost;
    await clock.wait(pauseMilliseconds, over);
  }
  return false;
}
