import { ListQueuesCommand, type Message, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { poolQueue } from "#batches/submission/choose-queue.ts";
import { stageQueuePrefix } from "#shared/contracts/farm/queue-names.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import { localStage } from "#shared/contracts/values/stage.ts";
import { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { makePool } from "#shared/storage/make-pool.ts";
import type { Repositories } from "#shared/storage/repositories.ts";
import { startQueueReader } from "./lambda/queue-event-source.ts";

interface OldQueueServices {
  readonly sqs: SQSClient;
  readonly repositories: Pick<Repositories, "jobs" | "pools" | "devices">;
  readonly tenantId: TenantId;
  readonly now: () => Date;
}

/**
 * An execution that an earlier version began sends to that version's queues as long as it runs. What its job asks for there is sent on
 * to the queue where such jobs wait today. Commands to a host have nobody who reads them: their states end by their heartbeats, and the
 * jobs continue with another device. Each reader is closed with `parts`.
 */
export async function forwardOldQueues(
  parts: AsyncDisposableStack,
  services: OldQueueServices,
): Promise<void> {
  const { QueueUrls: urls = [] } = await services.sqs.send(new ListQueuesCommand({ MaxResults: 1_000 }));
  const prefix = stageQueuePrefix(localStage);
  const old = urls.filter((url) => !new URL(url).pathname.split("/").at(-1)?.startsWith(prefix));
  if (old.length === 0) return;
  const { sqs, repositories, tenantId, now } = services;
  for (const { pool } of await repositories.pools.list(tenantId))
    await makePool({ sqs, stage: localStage, pools: repositories.pools, now }, { tenantId, pool });
  for (const queueUrl of old) {
    const reader = startQueueReader({
      sqs,
      queueUrl,
      take: async (messages) => {
        const failed = new Set<string>();
        for (const message of messages)
          if (!(await isForwarded(message, services))) failed.add(message.MessageId ?? "");
        return failed;
      },
    });
    parts.defer(() => reader.close());
  }
}

/** False: nobody can be asked now, and it comes again. */
async function isForwarded(
  { Body, Attributes }: Message,
  { sqs, repositories }: OldQueueServices,
): Promise<boolean> {
  const command = AcquireCommand.safeParse(parsed(Body));
  if (!command.success) return true;
  const { tenantId, jobId, requirements } = command.data;
  const job = await repositories.jobs.get(tenantId, jobId);
  if (job === null || job.status === "finished") return true;
  const place = await queueToday({ job, deviceId: requirements.deviceId }, repositories);
  // The host, which makes its devices' queues, may start after this.
  if (place === undefined) return false;
  await sqs.send(
    new SendMessageCommand({
      QueueUrl: place,
      MessageBody: Body,
      MessageGroupId: Attributes?.MessageGroupId,
    }),
  );
  return true;
}

async function queueToday(
  { job, deviceId }: { readonly job: Job; readonly deviceId: DeviceId | undefined },
  { pools, devices }: OldQueueServices["repositories"],
): Promise<string | undefined> {
  if (deviceId !== undefined) return (await devices.get(job.tenantId, deviceId))?.queueUrl;
  const pool = await pools.get(job.tenantId, job.pool);
  return pool === null ? undefined : poolQueue(pool, job.priority).queueUrl;
}

function parsed(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
