import { errorFields } from "#agent/environment/runtime-logger.ts";
import type { Services } from "#agent/runtime/services.ts";
import { isHostLost } from "#shared/rules/device-status.ts";
import { waitingMessages } from "#shared/storage/devices/waiting-messages.ts";
import type { TenantState } from "./read-tenant.ts";

/** By the host: for how long its queue had commands at every look. */
export type UnreadSeconds = ReadonlyMap<string, number>;

/** By the queue, as long as this process lives. */
const unreadSince = new Map<string, number>();

/**
 * A host asks its queue all the time, so that a command lies there for milliseconds. Where one is found again and again, the host is heard
 * of and takes nothing. A host that is silent has its own alarm. SQS tells no message's age but in a metric of each queue.
 */
export async function unreadCommands(
  { hosts }: Pick<TenantState, "hosts">,
  { clients, logger, now }: Pick<Services, "clients" | "logger" | "now">,
): Promise<UnreadSeconds> {
  const sqs = await clients.sqs();
  const at = now();
  const online = hosts.filter((host) => host.state === "online" && !isHostLost(host, at));
  const found = await Promise.all(
    online.map(async ({ hostId, commandQueueUrl }) => {
      const waiting = await waitingMessages(sqs, commandQueueUrl).catch((error: unknown) => {
        logger.warn("a host's queue could not be checked", { hostId, ...errorFields(error) });
        return 0;
      });
      if (waiting === 0) unreadSince.delete(commandQueueUrl);
      const since = waiting === 0 ? at.getTime() : (unreadSince.get(commandQueueUrl) ?? at.getTime());
      if (waiting > 0) unreadSince.set(commandQueueUrl, since);
      return [hostId, (at.getTime() - since) / 1_000] as const;
    }),
  );
  return new Map(found);
}
