import {
  CreateQueueCommand,
  DeleteQueueCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  QueueDoesNotExist,
  SetQueueAttributesCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { deadLetterQueueName, poolQueueName } from "../../contracts/farm/queue-names.ts";
import { firstQueueAttributes, laterQueueAttributes } from "../../contracts/farm/queue-settings.ts";
import type { JobPriority } from "../../contracts/job/job-request.ts";
import type { PoolName, TenantId } from "../../contracts/values/ids.ts";
import type { Stage } from "../../contracts/values/stage.ts";
import { queueFaults } from "../../screen/tree/queue-faults.ts";
import { storageCall } from "../table/storage-call.ts";
import { waitingMessages } from "./waiting-messages.ts";

interface PutQueue {
  readonly url: string;
  readonly isNew: boolean;
  /** What an existing queue has otherwise than it must. */
  readonly faults: readonly string[];
}

/** The queues of pools in SQS, one for each class of jobs. */
export function createPoolQueues(sqs: SQSClient, stage: Stage) {
  const each = async <Value>(
    { tenantId, pool }: { readonly tenantId: TenantId; readonly pool: PoolName },
    act: (name: string) => Promise<Value>,
  ): Promise<Readonly<Record<JobPriority, Value>>> => {
    const of = (priority: JobPriority) => act(poolQueueName(stage, tenantId, pool, priority));
    const [high, normal, low] = await Promise.all([of("high"), of("normal"), of("low")]);
    return { high, normal, low };
  };
  return {
    /** Makes those that are missing. Existing ones are completed and never changed. */
    put: (owner: { readonly tenantId: TenantId; readonly pool: PoolName }) =>
      each(owner, (name) => putQueue(sqs, name, deadLetterQueueName(stage))),

    /** About how many messages wait in each. */
    waiting: (owner: { readonly tenantId: TenantId; readonly pool: PoolName }) =>
      each(owner, (name) => waitingIn(sqs, name)),

    /** Also when there are none. */
    async remove(owner: { readonly tenantId: TenantId; readonly pool: PoolName }): Promise<void> {
      await each(owner, (name) => removeQueue(sqs, name));
    },
  };
}

async function putQueue(sqs: SQSClient, name: string, deadLetterQueue: string): Promise<PutQueue> {
  return storageCall(`make queue ${name}`, async () => {
    const existing = await urlOf(sqs, name);
    const url = existing ?? (await createQueue(sqs, name));
    const command = new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["All"] });
    const { Attributes } = await sqs.send(command);
    const has: Readonly<Record<string, string>> = Attributes ?? {};
    const later = laterQueueAttributes(has.QueueArn ?? "", deadLetterQueue);
    const faults = queueFaults(name, has, { ...firstQueueAttributes, ...later });
    const missing = Object.entries(later).filter(([attribute]) => !has[attribute]);
    if (faults.length === 0 && missing.length > 0) {
      const lacking = Object.fromEntries(missing);
      await sqs.send(new SetQueueAttributesCommand({ QueueUrl: url, Attributes: lacking }));
    }
    return { url, isNew: existing === null, faults };
  });
}

async function createQueue(sqs: SQSClient, name: string): Promise<string> {
  const Attributes = { ...firstQueueAttributes, SqsManagedSseEnabled: "true" };
  const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: name, Attributes }));
  if (QueueUrl === undefined) throw new Error(`queue ${name} has no URL`);
  return QueueUrl;
}

/** Null: there is none. */
async function urlOf(sqs: SQSClient, name: string): Promise<string | null> {
  try {
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: name }));
    return QueueUrl ?? null;
  } catch (error) {
    if (error instanceof QueueDoesNotExist) return null;
    throw error;
  }
}

async function waitingIn(sqs: SQSClient, name: string): Promise<number> {
  const url = await storageCall(`read queue ${name}`, () => urlOf(sqs, name));
  return url === null ? 0 : waitingMessages(sqs, url);
}

const removeQueue = (sqs: SQSClient, name: string): Promise<void> =>
  storageCall(`remove queue ${name}`, async () => {
    const QueueUrl = await urlOf(sqs, name);
    if (QueueUrl !== null) await sqs.send(new DeleteQueueCommand({ QueueUrl }));
  });
