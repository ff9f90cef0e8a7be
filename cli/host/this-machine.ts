import { AutoScalingClient } from "@aws-sdk/client-auto-scaling";
import { systemClock } from "#device-host/host-clock.ts";
import type { HostLogger } from "#device-host/host-logger.ts";
import { AutoScalingMember } from "#device-host/machine/auto-scaling-member.ts";
import { InstanceMetadata } from "#device-host/machine/instance-metadata.ts";
import { type WatchedHost, watchMachine } from "#device-host/machine/watch-machine.ts";

interface MachineOptions {
  readonly autoScalingGroup?: string;
  readonly idleMinutes: number;
  readonly drainMinutes: number;
  /** On a machine of a group it is the instance's id. */
  readonly hostId: string;
}

/** A host as far as its machine's end concerns it. */
interface MachineHost extends Pick<WatchedHost, "work"> {
  drain(patienceSeconds: number, machineEnds: boolean): Promise<void>;
}

interface WatchedMachine {
  /** Resolves when the host has been drained because the machine ends. */
  readonly ended: Promise<string>;
  stop(): void;
}

/** As the SDK finds it. */
const metadata = (): InstanceMetadata =>
  new InstanceMetadata(systemClock, process.env.AWS_EC2_METADATA_SERVICE_ENDPOINT);

export function autoScalingMember(groupName: string, instanceId: string) {
  const client = new AutoScalingClient({});
  return { member: new AutoScalingMember(client, groupName, instanceId), close: () => client.destroy() };
}

/** Null: the machine belongs to no Auto Scaling group. */
export function watchThisMachine(
  { work, drain }: MachineHost,
  { autoScalingGroup, idleMinutes, drainMinutes, hostId }: MachineOptions,
  logger: HostLogger,
): WatchedMachine | null {
  if (autoScalingGroup === undefined) return null;
  const { member, close } = autoScalingMember(autoScalingGroup, hostId);
  const stopped = new AbortController();
  const ended = watchMachine(
    {
      host: { work, drain: (seconds) => drain(seconds, true) },
      member,
      metadata: metadata(),
      clock: systemClock,
      logger,
    },
    { idleSeconds: idleMinutes * 60, drainSeconds: drainMinutes * 60 },
    stopped.signal,
  ).then(() => "the machine ends");
  return {
    ended,
    stop: () => {
      stopped.abort();
      close();
    },
  };
}
