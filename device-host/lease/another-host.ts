import type { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { everyItem } from "#shared/values/every-item.ts";
import type { QueueMessage } from "../delivery/command-queue.ts";
import type { HostServices } from "../host-services.ts";

/** A host silent for longer is taken for lost. */
const silentMilliseconds = 30_000;
/** After so many hosts handed it on, whoever has it next keeps it: the others may have no device for long. */
const mostHandedOn = 30;
/** Before the message is seen again: it is another host's turn. */
const pauseSeconds = 2;

/**
 * Hands on a job that is to run on another host than this, if there is one that could take it: as a new message, because one that is
 * given back too often ends among the dead letters. False: this host is to keep it.
 */
export async function handOn(
  command: AcquireCommand,
  message: QueueMessage,
  services: HostServices,
): Promise<boolean> {
  const { otherHost } = command.requirements;
  if (otherHost === undefined || !otherHost.than.includes(services.hostId)) return false;
  const { jobId } = command;
  if (otherHost.handedOn >= mostHandedOn || !(await hasOther(otherHost.than, services))) {
    services.logger.info("no other host for the job: it runs here again", { jobId });
    return false;
  }
  const requirements = {
    ...command.requirements,
    otherHost: { ...otherHost, handedOn: otherHost.handedOn + 1 },
  };
  const body = JSON.stringify({ ...command, requirements } satisfies AcquireCommand);
  // Sent before it is deleted: should this break off between, two ask for the job, and its claim lets one of them win.
  await message.sendAnew(body, otherHost.messageGroupId, pauseSeconds);
  await message.settle();
  services.logger.info("handed on to another host", { jobId });
  return true;
}

/** Whether the pool has a host that is heard of, takes work, has a device, and did not have the job. */
async function hasOther(
  than: readonly string[],
  { tenantId, pool, clock, repositories }: HostServices,
): Promise<boolean> {
  const since = clock.now().getTime() - silentMilliseconds;
  const page = (cursor: string | undefined) =>
    repositories.hosts.list(tenantId, { limit: 100, ...(cursor === undefined ? {} : { cursor }) });
  for await (const host of everyItem(page)) {
    const takesWork = host.pool === pool && host.state === "online" && host.deviceCount > 0;
    if (takesWork && Date.parse(host.heartbeatAt) >= since && !than.includes(host.hostId)) return true;
  }
  return false;
}
