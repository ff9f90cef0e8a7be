import type { DatabaseSync } from "node:sqlite";
import type { buildApp } from "fauxqs";
import { makeFair } from "./fair-queues.ts";

export type FauxqsStores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>["stores"]>;

interface QueuePersistence {
  readonly db: DatabaseSync;
  loadSqsAndSns(sqs: FauxqsStores["sqsStore"], sns: FauxqsStores["snsStore"]): void;
  updateMessageReady(messageId: string): void;
  close(): void;
}

type Constructor<Made, Parameters extends unknown[] = []> = new (...parameters: Parameters) => Made;

/** fauxqs 2.4.1 exports no store, and its own `startFauxqs` listens on every interface: so its files are loaded by address. */
const load = (file: string): Promise<unknown> => import(new URL(file, import.meta.resolve("fauxqs")).href);

interface Modules {
  readonly SqsStore: Constructor<FauxqsStores["sqsStore"]>;
  readonly SnsStore: Constructor<FauxqsStores["snsStore"]>;
  readonly S3Store: Constructor<FauxqsStores["s3Store"]>;
  readonly PersistenceManager: Constructor<QueuePersistence, [dataDir: string]>;
  readonly INVALID_MESSAGE_BODY_CHAR: RegExp;
}

async function loadModules(): Promise<Modules> {
  const files = ["sqs/sqsStore", "sns/snsStore", "s3/s3Store", "persistence", "sqs/sqsTypes"];
  const modules = await Promise.all(files.map((file) => load(`./${file}.js`)));
  return Object.assign({}, ...modules);
}

export interface OpenStores {
  readonly stores: FauxqsStores;
  close(): void;
}

/** Queues in SQLite under `queueDir`, which read back what an earlier run left. fauxqs asks for a store of objects too: it stays empty. */
export async function openFauxqsStores(queueDir: string): Promise<OpenStores> {
  const modules = await loadModules();
  const stores: FauxqsStores = {
    sqsStore: new modules.SqsStore(),
    snsStore: new modules.SnsStore(),
    s3Store: new modules.S3Store(),
  };
  admitAllPlanes(modules.INVALID_MESSAGE_BODY_CHAR);
  const queues = new modules.PersistenceManager(queueDir);
  // Enough for a crash of the process; a sync to disk for every message would cost milliseconds each.
  queues.db.exec("PRAGMA synchronous = NORMAL");
  repairReturnToQueue(queues);
  queues.loadSqsAndSns(stores.sqsStore, stores.snsStore);
  // Only now: while loading, a store that persists would write what it reads.
  Object.assign(stores.sqsStore, { persistence: queues, host: "" });
  for (const queue of stores.sqsStore.allQueues()) {
    Object.assign(queue, { persistence: queues });
    makeFair(queue);
  }
  makeNewQueuesFair(stores.sqsStore);
  return {
    stores,
    close() {
      queues.close();
    },
  };
}

/** As SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html */
const notForMessages = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;

/** fauxqs 2.4.1 takes the two halves of a character beyond U+FFFF, an emoji for example, for lone surrogates. */
function admitAllPlanes(pattern: RegExp): void {
  pattern.test = (text) => notForMessages.test(text);
}

/**
 * fauxqs 2.4.1 writes NULL into a column that must not be NULL when a message goes back to its queue (visibility 0), fails,
 * and has then lost the message.
 */
function repairReturnToQueue(queues: QueuePersistence): void {
  const clear = queues.db.prepare(
    "UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?",
  );
  queues.updateMessageReady = (messageId) => {
    clear.run(messageId);
  };
}

function makeNewQueuesFair(store: FauxqsStores["sqsStore"]): void {
  const { createQueue } = store;
  store.createQueue = (...description) => {
    const queue = createQueue.apply(store, description);
    makeFair(queue);
    return queue;
  };
}
