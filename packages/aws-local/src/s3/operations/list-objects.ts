import { type PageEntry, readKeyPage, startAfter } from "../key-page.ts";
import { invalidArgument } from "../s3-error.ts";
import type { ListedObject } from "../store/object-store.ts";
import { type ObjectOperation, owner, quoted, type S3Call, type S3Context, xmlAnswer } from "./operation.ts";

const mostKeys = 1_000;
const common = ["delimiter", "encoding-type", "max-keys", "prefix"];

export const listObjectsV2: ObjectOperation = {
  method: "GET",
  of: "bucket",
  marks: ["list-type"],
  query: [...common, "continuation-token", "fetch-owner", "start-after"],
  run(context, call) {
    if (call.query.get("list-type") !== "2") throw invalidArgument("Invalid List Type specified in Request");
    const token = call.query.get("continuation-token");
    const after = call.query.get("start-after");
    const list = readList(context, call, token === null ? (after ?? "") : keyOfToken(token));
    const { encode, described, entries, next } = list;
    const withOwner = call.query.get("fetch-owner") === "true";
    return xmlAnswer("ListBucketResult", {
      ...described,
      KeyCount: entries.length,
      IsTruncated: next !== null,
      ContinuationToken: token ?? undefined,
      NextContinuationToken: next === null ? undefined : next.toString("base64url"),
      StartAfter: after === null ? undefined : encode(after),
      ...elementsOf(entries, encode, withOwner),
    });
  },
};

export const listObjects: ObjectOperation = {
  method: "GET",
  of: "bucket",
  query: [...common, "marker"],
  run(context, call) {
    const marker = call.query.get("marker") ?? "";
    const { encode, described, entries, next, delimiter } = readList(context, call, marker);
    const last = entries.at(-1);
    const nextMarker = last === undefined ? "" : nameOf(last);
    return xmlAnswer("ListBucketResult", {
      ...described,
      Marker: encode(marker),
      IsTruncated: next !== null,
      NextMarker: next === null || delimiter === "" ? undefined : encode(nextMarker),
      ...elementsOf(entries, encode, true),
    });
  },
};

type Encode = (text: string) => string;

/** `after`: a key, or the bytes at which the page begins. */
function readList(context: S3Context, { bucket: name, query }: S3Call, after: string | Buffer) {
  const bucket = context.buckets.get(name);
  const encoding = query.get("encoding-type");
  if (encoding !== null && encoding !== "url")
    throw invalidArgument("Invalid Encoding Method specified in Request");
  const encode: Encode = encoding === null ? (text) => text : urlEncoded;
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const maxKeys = readMaxKeys(query.get("max-keys"));
  const from = typeof after === "string" ? startAfter(after, prefix, delimiter) : after;
  return {
    encode,
    delimiter,
    described: {
      Name: name,
      Prefix: encode(prefix),
      Delimiter: delimiter === "" ? undefined : encode(delimiter),
      MaxKeys: maxKeys,
      EncodingType: encoding ?? undefined,
    },
    ...readKeyPage(context.objects, bucket, { prefix, delimiter, from, maxKeys }),
  };
}

const urlEncoded: Encode = (text) => encodeURIComponent(text).replaceAll("%2F", "/");

function readMaxKeys(text: string | null): number {
  if (text === null || text === "") return mostKeys;
  if (!/^\d{1,10}$/.test(text) || Number(text) > 0x7fffffff) {
    throw invalidArgument("Provided max-keys not an integer or within integer range");
  }
  return Math.min(Number(text), mostKeys);
}

function keyOfToken(token: string): Buffer {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length > 0 && bytes.toString("base64url") === token) return bytes;
  throw invalidArgument("The continuation token provided is incorrect");
}

const nameOf = (entry: PageEntry): string =>
  ("object" in entry ? entry.object.keyBytes : entry.folded).toString();

function elementsOf(entries: readonly PageEntry[], encode: Encode, withOwner: boolean) {
  const contents = (object: ListedObject) => ({
    Key: encode(object.keyBytes.toString()),
    LastModified: object.modifiedAt.toISOString(),
    ETag: quoted(object.etag),
    Size: object.size,
    Owner: withOwner ? owner : undefined,
    StorageClass: "STANDARD",
  });
  return {
    Contents: entries.flatMap((entry) => ("object" in entry ? [contents(entry.object)] : [])),
    CommonPrefixes: entries.flatMap((entry) =>
      "folded" in entry ? [{ Prefix: encode(entry.folded.toString()) }] : [],
    ),
  };
}
