import { randomUUID } from "node:crypto";
import type { Database } from "../../sqlite/database.ts";
import { deletedRecently, invalidAddress, invalidValue, noSuchQueue, queueExists } from "../service-error.ts";
import { createMessageStore } from "../store/message-store.ts";
import { createQueueStore } from "../store/queue-store.ts";
import { Deadlines, type Time } from "./deadlines.ts";
import { Queue, type QueueContext } from "./queue.ts";
import { checkAttributes, readRedrive, toldSettings } from "./queue-settings.ts";

export interface QueuesOptions {
  readonly database: Database;
  readonly time: Time;
  readonly region: string;
  readonly accountId: string;
  readonly inFlightLimit: number;
}

export type Queues = ReturnType<typeof createQueues>;
type Attributes = Readonly<Record<string, string>>;

const takenAfterDeletionMilliseconds = 60_000;

/** All queues of one account, as the file has them. */
export function createQueues({ database, time, region, accountId, inFlightLimit }: QueuesOptions) {
  const store = createQueueStore(database);
  const messages = createMessageStore(database);
  const byName = new Map<string, Queue>();
  const arnOf = (name: string): string => `arn:aws:sqs:${region}:${accountId}:${name}`;
  const queueByArn = (arn: string): Queue | undefined => {
    const name = arn.slice(arn.lastIndexOf(":") + 1);
    return arn === arnOf(name) ? byName.get(name) : undefined;
  };
  /** Names of queues that were deleted lately. A start forgets them. */
  const takenUntil = new Map<string, number>();
  const deadlines = new Deadlines(time);
  const context: QueueContext = { database, messages, deadlines, time, arnOf, queueByArn, inFlightLimit };
  for (const stored of store.all()) byName.set(stored.name, new Queue(context, stored));

  const checked = (attributes: Attributes): Attributes => {
    checkAttributes(attributes);
    const redrive = readRedrive(attributes.RedrivePolicy);
    if (redrive !== null && queueByArn(redrive.targetArn) === undefined)
      throw invalidValue(attributes.RedrivePolicy, "RedrivePolicy", "Dead letter target does not exist.");
    return attributes;
  };

  return {
    accountId,
    newMessageId: randomUUID,
    names: (): readonly string[] => [...byName.keys()].sort(),

    /** @throws QueueDoesNotExist */
    named(name: string): Queue {
      const queue = byName.get(name);
      if (queue === undefined) throw noSuchQueue();
      return queue;
    },

    /** By its URL, whatever host that names. @throws QueueDoesNotExist, InvalidAddress */
    at(url: string): Queue {
      const [name, account] = url.split("/").reverse();
      if (name === undefined || account === undefined || account === "") throw invalidAddress(url);
      const queue = account === accountId ? byName.get(name) : undefined;
      if (queue === undefined) throw noSuchQueue();
      return queue;
    },

    /** Finds one with the same name and the same values. */
    create(name: string, attributes: Attributes): Queue {
      const existing = byName.get(name);
      if (existing === undefined) {
        if (time.now() < (takenUntil.get(name) ?? 0)) throw deletedRecently();
        takenUntil.delete(name);
        const queue = new Queue(context, store.insert(name, checked(attributes), time.now()));
        byName.set(name, queue);
        return queue;
      }
      checkAttributes(attributes);
      const told = toldSettings(existing.stored.attributes);
      for (const [attribute, value] of Object.entries(attributes))
        if ((told[attribute] ?? "") !== value) throw queueExists(attribute);
      return existing;
    },

    setAttributes(queue: Queue, attributes: Attributes): void {
      queue.setAttributes({ ...queue.stored.attributes, ...checked(attributes) });
      store.update(queue.stored);
    },

    delete(queue: Queue): void {
      database.transaction(() => {
        messages.deleteAll(queue.stored.id);
        store.delete(queue.stored);
      });
      byName.delete(queue.stored.name);
      takenUntil.set(queue.stored.name, time.now() + takenAfterDeletionMilliseconds);
      queue.close();
    },

    /** Ends long polls at once, with nothing. */
    endPolls(): void {
      for (const queue of byName.values()) queue.endPolls();
    },

    close(): void {
      for (const queue of byName.values()) queue.close();
      deadlines.close();
    },
  };
}
