import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import type { AutoScalingMember } from "./auto-scaling-member.ts";
import { type EndNotice, readEndNotice } from "./end-notice.ts";
import type { InstanceMetadata } from "./instance-metadata.ts";

export interface WatchedHost {
  /** Devices that somebody holds, and those that a job could have now. */
  work(): { readonly held: number; readonly free: number };
  /** Takes no more jobs, lets those that it has continue for so long, and closes. */
  drain(patienceSeconds: number): Promise<void>;
}

export interface MachineSettings {
  /** Without a job for so long it asks its group to end it. */
  readonly idleSeconds: number;
  /** What its jobs are continued for when it is to end. */
  readonly drainSeconds: number;
}

interface Watched {
  readonly host: WatchedHost;
  readonly member: Pick<AutoScalingMember, "complete" | "end">;
  readonly metadata: Pick<InstanceMetadata, "read">;
  readonly clock: HostClock;
  readonly logger: HostLogger;
}

const pollMilliseconds = 5_000;
/** A machine without a device after this time is in service anyway: its host reports why. */
const preparedWithinMilliseconds = 300_000;
/** What a host takes to hand its devices back and say good-bye, before a spot instance is gone. */
const lastSeconds = 30;

/**
 * A host on a machine of an Auto Scaling group (docs/hosts.md): in service once it has a device, asks to be ended when no job
 * came for long, and lets its jobs end before the machine does. Resolves when the host has been drained, or with the signal.
 */
export async function watchMachine(
  watched: Watched,
  { idleSeconds, drainSeconds }: MachineSettings,
  signal: AbortSignal,
): Promise<void> {
  const { host, member, clock, logger } = watched;
  const begun = clock.monotonic();
  let prepared = false;
  let lastHeld = begun;
  while (!signal.aborted) {
    const now = clock.monotonic();
    const { held, free } = host.work();
    if (held > 0) lastHeld = now;
    if (!prepared && (held + free > 0 || now - begun > preparedWithinMilliseconds))
      prepared = await told(logger, () => member.complete("prepared"));
    const notice = await noticeOf(watched);
    if (notice !== null) {
      logger.info("machine ends", { why: notice.why });
      await host.drain(patienceOf(notice, drainSeconds, clock));
      await told(logger, () => member.complete("drained"));
      return;
    }
    if (now - lastHeld >= idleSeconds * 1_000) {
      logger.info("machine not needed", { idleSeconds });
      await told(logger, () => member.end());
      // A group that must not have fewer is asked again after as long.
      lastHeld = now;
    }
    await clock.wait(pollMilliseconds, signal);
  }
}

function patienceOf({ endsAt }: EndNotice, drainSeconds: number, clock: HostClock): number {
  if (endsAt === null) return drainSeconds;
  const left = (endsAt.getTime() - clock.now().getTime()) / 1_000 - lastSeconds;
  return Math.min(drainSeconds, Math.max(0, left));
}

/** Whether the group was notified, whatever it answered; a failed notification is sent again. */
async function told(logger: HostLogger, tell: () => Promise<boolean>): Promise<boolean> {
  try {
    const taken = await tell();
    logger.info("group told", { taken });
    return true;
  } catch (error) {
    logger.warn("group not told", { error: String(error) });
    return false;
  }
}

async function noticeOf({ metadata, logger }: Watched): Promise<EndNotice | null> {
  try {
    return await readEndNotice(metadata);
  } catch (error) {
    logger.warn("instance metadata could not be read", { error: String(error) });
    return null;
  }
}
