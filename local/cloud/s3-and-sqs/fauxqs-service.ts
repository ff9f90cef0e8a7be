import type { buildApp } from "fauxqs";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { withMessageGroups } from "./fair-queues.ts";
import type { FauxqsStores } from "./fauxqs-stores.ts";
import { isQueueRequest, objectRefusal } from "./refusals.ts";

type App = ReturnType<typeof buildApp>;

const methods = ["GET", "HEAD", "PUT", "POST", "DELETE"] as const;
const isKnown = (method: string): method is (typeof methods)[number] =>
  methods.some((known) => known === method);
const bucketName = /^[a-z0-9](?:[a-z0-9-]|\.(?![.-]))*[a-z0-9]$/;

/** fauxqs as a service without a socket: its own server, which listens on every interface, is not started. */
export function fauxqsService(app: App, stores: FauxqsStores): WireService {
  return async (request) => {
    if (!isQueueRequest(request)) {
      const refusal = refusalOfPath(request.path);
      return refusal ?? withDisposition(request, await injected(app, withPlainXml(request)));
    }
    const input = inputOf(request.body);
    const answer = await withMessageGroups(input, () => injected(app, request));
    if (request.gone?.aborted) returnMessages(stores, input, answer);
    return answer;
  };
}

/** fauxqs 2.4.1 reads `&amp;` in the XML of DeleteObjects, but no `&#xA;`, and then deletes nothing. */
function withPlainXml(request: WireRequest): WireRequest {
  if (request.method !== "POST" || !/^delete(?:=|&|$)/.test(request.query)) return request;
  const plain = request.body
    .toString()
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex, decimal) => {
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      // These would be markup.
      return code > 0x10ffff || [0x22, 0x26, 0x27, 0x3c, 0x3e].includes(code)
        ? whole
        : String.fromCodePoint(code);
    });
  return { ...request, body: Buffer.from(plain) };
}

/** The farm's own server writes these. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "date", "keep-alive", "transfer-encoding"]);

async function injected(app: App, request: WireRequest): Promise<WireResponse> {
  const { method, path, query } = request;
  if (!isKnown(method)) return objectRefusal(405, "MethodNotAllowed", `${method} is not allowed here.`);
  const { "transfer-encoding": _framing, ...headers } = request.headers;
  const response = await app.inject({
    method,
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

/** A link may say how its object is to be shown; fauxqs 2.4.1 passes over it. */
function withDisposition({ method, query }: WireRequest, answer: WireResponse): WireResponse {
  const disposition = new URLSearchParams(query).get("response-content-disposition");
  const applies = method === "GET" && answer.status < 300 && disposition !== null;
  return applies ? { ...answer, headers: { ...answer.headers, "content-disposition": disposition } } : answer;
}

/** fauxqs would take any first part of a path for a bucket, its own inspection pages among them. */
function refusalOfPath(path: string): WireResponse | null {
  let parts: readonly string[];
  try {
    parts = decodeURIComponent(path).split("/").slice(1);
  } catch {
    return objectRefusal(400, "InvalidURI", "Couldn't parse the specified URI.");
  }
  const [bucket = "", ...key] = parts;
  if (bucket === "" ? key.length > 0 : !bucketName.test(bucket)) {
    return objectRefusal(400, "InvalidBucketName", "The specified bucket is not valid.");
  }
  // An address with them would be another address by the time it is looked up.
  if (!key.some((part) => part === "." || part === "..")) return null;
  return objectRefusal(400, "InvalidArgument", "The local S3 takes no key with '.' or '..' between slashes.");
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
