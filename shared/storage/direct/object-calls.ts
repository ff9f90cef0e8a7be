import {
  GetObjectCommand,
  type GetObjectCommandInput,
  PutObjectCommand,
  type PutObjectCommandInput,
} from "@aws-sdk/client-s3";
import type { WireResponse, WireService } from "../../http/wire.ts";
import { defined } from "../../values/defined.ts";
import type { Command, DirectCall } from "./direct-client.ts";

const readable: ReadonlySet<string> = new Set(["Bucket", "Key"]);
const writable: ReadonlySet<string> = new Set([
  ...readable,
  "Body",
  "ContentType",
  "ContentEncoding",
  "ChecksumSHA256",
]);

/** Whole objects read and written, whose bodies are in memory. */
export const directObjects =
  (wire: WireService): DirectCall =>
  async (command, gone) => {
    const request = readRequest(command) ?? writeRequest(command);
    if (request === null) return null;
    const answer = await wire({ ...request, query: "", ...defined({ gone }) }).catch(() => null);
    if (answer?.status !== 200) return null;
    return { ...described(answer), ...(request.method === "GET" ? { Body: bodyOf(answer) } : {}) };
  };

function readRequest(command: Command) {
  if (classOf(command) !== GetObjectCommand || !hasOnly(command.input, readable)) return null;
  const { Bucket, Key } = command.input as GetObjectCommandInput;
  return { method: "GET", path: pathOf(Bucket, Key), headers: {}, body: Buffer.alloc(0) };
}

function writeRequest(command: Command) {
  if (classOf(command) !== PutObjectCommand || !hasOnly(command.input, writable)) return null;
  const input = command.input as PutObjectCommandInput;
  const { Bucket, Key, Body, ContentType, ContentEncoding, ChecksumSHA256 } = input;
  if (typeof Body !== "string" && !(Body instanceof Uint8Array)) return null;
  const headers = defined({
    "content-type": ContentType,
    "content-encoding": ContentEncoding,
    "x-amz-checksum-sha256": ChecksumSHA256,
  });
  const body = typeof Body === "string" ? Buffer.from(Body) : asBuffer(Body);
  return { method: "PUT", path: pathOf(Bucket, Key), headers, body };
}

const classOf = (command: Command): unknown => command.constructor;

const hasOnly = (input: object, known: ReadonlySet<string>): boolean =>
  Object.keys(input).every((name) => known.has(name));

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** As the SDK writes it: path style, everything but unreserved characters and slashes escaped. */
export const pathOf = (bucket = "", key = ""): string =>
  `/${bucket}/${key.split("/").map(escaped).join("/")}`;

export const escaped = (part: string): string =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function described({ headers }: WireResponse) {
  const { etag, "content-type": ContentType, "content-encoding": ContentEncoding } = headers;
  return { ETag: etag, ContentType, ContentEncoding };
}

/** As much of the SDK's stream as makes sense of bytes that are all there. */
function bodyOf({ body }: WireResponse) {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return {
    // As the SDK gives them: a Buffer would share its memory when it is sliced.
    transformToByteArray: async () => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    transformToString: async (encoding: BufferEncoding = "utf8"): Promise<string> => bytes.toString(encoding),
    transformToWebStream: (): ReadableStream<Uint8Array> => new Blob([new Uint8Array(bytes)]).stream(),
  };
}
