import type { SQSClient } from "@aws-sdk/client-sqs";
import { deadLetterQueueName, deviceQueueName } from "#shared/contracts/farm/queue-names.ts";
import type { DeviceId, TenantId } from "#shared/contracts/values/ids.ts";
import type { Stage } from "#shared/contracts/values/stage.ts";
import { type CommandQueue, openCommandQueue } from "./command-queue.ts";

interface QueueOwner {
  readonly stage: Stage;
  readonly tenantId: TenantId;
}

/** The queue of each device, where jobs wait that named it (docs/decisions/0073-a-device-by-name.md). */
export class DeviceQueues {
  readonly #sqs: SQSClient;
  readonly #owner: QueueOwner;
  readonly #opened = new Map<DeviceId, Promise<CommandQueue>>();

  constructor(sqs: SQSClient, owner: QueueOwner) {
    this.#sqs = sqs;
    this.#owner = owner;
  }

  /** @throws StorageUnavailable */
  of(deviceId: DeviceId): Promise<CommandQueue> {
    const known = this.#opened.get(deviceId);
    if (known !== undefined) return known;
    const { stage, tenantId } = this.#owner;
    const name = deviceQueueName(stage, tenantId, deviceId);
    const opened = openCommandQueue(this.#sqs, name, deadLetterQueueName(stage));
    this.#opened.set(deviceId, opened);
    opened.catch(() => this.#opened.delete(deviceId));
    return opened;
  }
}
