import { buildApp } from "fauxqs";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { withMessageGroups } from "./fair-queues.ts";
import { type FauxqsStores, openFauxqsStores } from "./fauxqs-stores.ts";

type App = ReturnType<typeof buildApp>;

export interface Queues {
  readonly service: WireService;
  /** Ends long polls at once, with nothing. */
  shutdown(): void;
  close(): Promise<void>;
}

/** SQS by fauxqs, without a socket: its own server, which listens on every interface, is not started. */
export async function openQueues(queueDir: string, region: string): Promise<Queues> {
  const { stores, close } = await openFauxqsStores(queueDir);
  const app = buildApp({ logger: false, stores, defaultRegion: region });
  stores.sqsStore.host = "";
  return {
    service: fauxqsService(app, stores),
    shutdown: () => stores.sqsStore.shutdown(),
    async close() {
      await app.close();
      close();
    },
  };
}

const fauxqsService =
  (app: App, stores: FauxqsStores): WireService =>
  async (request) => {
    const input = inputOf(request.body);
    const answer = await withMessageGroups(input, () => injected(app, request));
    if (request.gone?.aborted) returnMessages(stores, input, answer);
    return answer;
  };

/** The farm's own server writes these. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

async function injected(app: App, request: WireRequest): Promise<WireResponse> {
  const { path, query } = request;
  const { "transfer-encoding": _framing, ...headers } = request.headers;
  const response = await app.inject({
    method: "POST",
    url: query === "" ? path : `${path}?${query}`,
    headers: { ...headers, "content-length": String(request.body.length) },
    payload: request.body,
  });
  const answered = Object.entries(response.headers).flatMap(([name, value]) =>
    value === undefined || ofConnection.has(name)
      ? []
      : [[name, Array.isArray(value) ? value : String(value)] as const],
  );
  return { status: response.statusCode, headers: Object.fromEntries(answered), body: response.rawPayload };
}

function inputOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/**
 * A long poll whose client is gone still takes the next message, which would stay hidden for its visibility timeout:
 * it goes back at once, as if it had not been received.
 */
function returnMessages(stores: FauxqsStores, input: unknown, answer: WireResponse): void {
  const received = receivedMessages(inputOf(Buffer.from(answer.body)));
  const queue = received.length === 0 ? undefined : stores.sqsStore.getQueue(queueUrlOf(input));
  for (const { ReceiptHandle } of received) {
    const message = queue?.inflightMessages.get(ReceiptHandle)?.message;
    if (message) message.approximateReceiveCount -= 1;
    queue?.changeVisibility(ReceiptHandle, 0);
  }
}

const queueUrlOf = (input: unknown): string =>
  typeof input === "object" && input !== null && "QueueUrl" in input ? String(input.QueueUrl) : "";

function receivedMessages(answer: unknown): readonly { readonly ReceiptHandle: string }[] {
  if (typeof answer !== "object" || answer === null || !("Messages" in answer)) return [];
  return Array.isArray(answer.Messages) ? answer.Messages : [];
}
