import { addAbortSignal, type Readable } from "node:stream";
import { GetObjectCommand, ListObjectsV2Command, type S3Client } from "@aws-sdk/client-s3";
import type { ReaderConfig } from "../definition/asl.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../expression/json-value.ts";
import { ItemReaderFailedError } from "./item-reader-failed-error.ts";
import type { MapItem } from "./map-item.ts";
import { readCsvItems } from "./read-csv-items.ts";
import { readJsonItems, readJsonLineItems, readPointedItems } from "./read-json-items.ts";
import { s3FailureText } from "./s3-failure-text.ts";
import { wasCancelled } from "./was-cancelled.ts";

/** An `ItemReader` whose expressions have been evaluated. */
export interface ItemReadRequest {
  /** `arn:aws:states:::s3:getObject` or `arn:aws:states:::s3:listObjectsV2`. */
  readonly resource: string;
  readonly arguments: JsonValue;
  readonly config: ReaderConfig;
  /** `ReaderConfig.MaxItems` as a number; reading ends after that many. */
  readonly maxItems?: number;
  /** Ends reading at once. A deadline set with `AbortSignal.timeout` is a failure of the reader, any other reason is the caller's. */
  readonly signal: AbortSignal;
}

function textArgument(args: JsonObject, name: string): string {
  const value = args[name];
  if (typeof value === "string" && value !== "") return value;
  throw new ItemReaderFailedError(
    `The ItemReader argument '${name}' must be a string but was: ${JSON.stringify(value ?? null)}`,
  );
}

function optionalTextArgument(args: JsonObject, name: string): string | undefined {
  return args[name] === undefined ? undefined : textArgument(args, name);
}

async function* decode(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

async function* readObject(
  s3: S3Client,
  request: ItemReadRequest,
  args: JsonObject,
): AsyncGenerator<MapItem> {
  const Bucket = textArgument(args, "Bucket");
  const Key = textArgument(args, "Key");
  const version = optionalTextArgument(args, "VersionId");
  const command = new GetObjectCommand({
    Bucket,
    Key,
    ...(version === undefined ? {} : { VersionId: version }),
  });
  const { Body } = await s3.send(command, { abortSignal: request.signal });
  if (Body === undefined) throw new ItemReaderFailedError("S3 answered without a body");
  // The SDK watches the signal until the answer begins; a body that then stalls would be waited for without end.
  const text = decode(addAbortSignal(request.signal, Body as Readable));
  const source = `S3://${Bucket}/${Key}`;
  const { InputType, ItemsPointer } = request.config;
  if (InputType === "CSV") yield* readCsvItems(text, request.config, source);
  else if (InputType === "JSONL") yield* readJsonLineItems(text, source);
  else if (ItemsPointer !== undefined && ItemsPointer !== "")
    yield* readPointedItems(text, ItemsPointer, source);
  else yield* readJsonItems(text, source);
}

async function* listObjects(
  s3: S3Client,
  request: ItemReadRequest,
  args: JsonObject,
): AsyncGenerator<MapItem> {
  const Bucket = textArgument(args, "Bucket");
  const prefix = optionalTextArgument(args, "Prefix");
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket,
        ...(prefix === undefined ? {} : { Prefix: prefix }),
        ...(token === undefined ? {} : { ContinuationToken: token }),
      }),
      { abortSignal: request.signal },
    );
    for (const object of page.Contents ?? []) {
      const value: JsonValue = {
        Etag: object.ETag ?? "",
        Key: object.Key ?? "",
        LastModified: Math.trunc((object.LastModified?.getTime() ?? 0) / 1000),
        Size: object.Size ?? 0,
        StorageClass: object.StorageClass ?? "STANDARD",
      };
      yield { input: value, value, source: `S3://${Bucket}` };
    }
    token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
  } while (token !== undefined);
}

async function* limited(items: AsyncIterable<MapItem>, most: number): AsyncGenerator<MapItem> {
  if (most <= 0) return;
  let count = 0;
  for await (const item of items) {
    yield item;
    count += 1;
    if (count >= most) return;
  }
}

/**
 * The items of a distributed Map's `ItemReader`, in order and one at a time: nothing beyond the item in hand and
 * the chunk it came in is held. Stop iterating to stop reading. Fails with `ItemReaderFailedError`.
 */
export async function* readItems(s3: S3Client, request: ItemReadRequest): AsyncGenerator<MapItem> {
  if (!isJsonObject(request.arguments)) {
    throw new ItemReaderFailedError(
      `The ItemReader arguments must be an object but were: ${JSON.stringify(request.arguments)}`,
    );
  }
  const lists = request.resource.endsWith(":s3:listObjectsV2");
  const items = (lists ? listObjects : readObject)(s3, request, request.arguments);
  try {
    yield* limited(items, request.maxItems ?? Number.POSITIVE_INFINITY);
  } catch (error) {
    if (error instanceof ItemReaderFailedError || wasCancelled(request.signal)) throw error;
    const text = request.signal.aborted ? "S3 did not deliver the items in time" : s3FailureText(error);
    throw new ItemReaderFailedError(text, { cause: error });
  }
}
