import type { AddressInfo } from "node:net";
import { buildApp } from "fauxqs";
import { loopbackHost, portError } from "#shared/http/loopback-server.ts";
import { type FauxqsStores, openFauxqsStores } from "./fauxqs-stores.ts";
import { type Credentials, objectAndQueueObjection } from "./object-and-queue-admission.ts";

export interface ObjectAndQueueServer {
  /** S3 (path style) and SQS share it. */
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

interface ObjectAndQueueServerOptions {
  /** SQLite file of the queues; made when missing. */
  readonly queueDir: string;
  /** One file per object, and one beside it with its metadata. */
  readonly objectDir: string;
  readonly port?: number | undefined;
  readonly region?: string;
  /** The only ones accepted; absent: any, and presigned links are not checked. */
  readonly credentials?: Credentials | undefined;
  readonly clock?: () => Date;
}

type App = ReturnType<typeof buildApp>;

/** S3 and SQS for one machine: fauxqs on loopback, with what it keeps on disk and the faults it has put right. */
export async function startObjectAndQueueServer(
  options: ObjectAndQueueServerOptions,
): Promise<ObjectAndQueueServer> {
  const { stores, close: closeStores } = await openFauxqsStores(options.queueDir, options.objectDir);
  const app = buildApp({ logger: false, stores, defaultRegion: options.region ?? "us-east-1" });
  stores.sqsStore.host = "";
  admitOnly(app, options);
  returnWhatNobodyReceived(app, stores);
  try {
    await app.listen({ port: options.port ?? 0, host: loopbackHost });
  } catch (error) {
    await app.close();
    closeStores();
    throw portError(options.port ?? 0, error);
  }
  const { port } = app.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    url: `http://${loopbackHost}:${port}`,
    port,
    close() {
      closed ??= (async () => {
        await app.close();
        closeStores();
      })();
      return closed;
    },
  };
}

function admitOnly(app: App, options: ObjectAndQueueServerOptions): void {
  const clock = options.clock ?? (() => new Date());
  app.addHook("onRequest", async (request, reply) => {
    const objection = objectAndQueueObjection(request.raw, options.credentials, clock());
    if (objection) {
      await reply.status(objection.status).headers(objection.headers).send(objection.body);
    }
  });
}

/**
 * A long poll whose client is gone still takes the next message, which would stay hidden for its visibility timeout:
 * it goes back at once, as if it had not been received.
 */
function returnWhatNobodyReceived(app: App, stores: FauxqsStores): void {
  app.addHook("preSerialization", async (request, _reply, payload) => {
    const received = receivedMessages(payload);
    if (received.length === 0 || !request.raw.socket.destroyed) return payload;
    const queue = stores.sqsStore.getQueue(queueUrlOf(request.body));
    for (const { ReceiptHandle } of received) {
      const message = queue?.inflightMessages.get(ReceiptHandle)?.message;
      if (message) message.approximateReceiveCount -= 1;
      queue?.changeVisibility(ReceiptHandle, 0);
    }
    return payload;
  });
}

const queueUrlOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "QueueUrl" in body ? String(body.QueueUrl) : "";

function receivedMessages(payload: unknown): readonly { readonly ReceiptHandle: string }[] {
  if (typeof payload !== "object" || payload === null || !("Messages" in payload)) return [];
  return Array.isArray(payload.Messages) ? payload.Messages : [];
}
