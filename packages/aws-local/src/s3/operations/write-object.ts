import { hash } from "node:crypto";
import type { WireResponse } from "../../http/wire.ts";
import { checkedChecksum, checksumElements, checksumHeaders, checksumOf, isAlgorithm } from "../checksums.ts";
import { checkCopyConditions, checkWriteConditions } from "../conditions.ts";
import { checkedKey, decoded, readAddress } from "../object-address.ts";
import { checkHeaders, keptHeaders } from "../object-headers.ts";
import { invalidArgument, invalidObjectRequest, noSuchKey, notImplemented } from "../s3-error.ts";
import type { StoredObject } from "../store/object-store.ts";
import {
  emptyAnswer,
  type ObjectOperation,
  quoted,
  type S3Call,
  type S3Context,
  xmlAnswer,
} from "./operation.ts";

const copyHeaders = [
  "x-amz-checksum-algorithm",
  "x-amz-copy-source",
  "x-amz-copy-source-if-match",
  "x-amz-copy-source-if-modified-since",
  "x-amz-copy-source-if-none-match",
  "x-amz-copy-source-if-unmodified-since",
  "x-amz-metadata-directive",
];

export const putObject: ObjectOperation = {
  method: "PUT",
  of: "object",
  headers: copyHeaders,
  async run(context, call) {
    if (call.headers["x-amz-copy-source"] !== undefined) return copyObject(context, call);
    checkHeaders(call.headers);
    const bucket = context.buckets.get(call.bucket);
    const headers = keptHeaders(call.headers);
    const checksum = checkedChecksum(call.headers, call.body);
    const etag = hash("md5", call.body);
    const described = { key: call.key, size: call.body.length, etag, headers, checksum };
    await context.bodies.writeBytes(call.body, (bodyId) => {
      checkWriteConditions(call.key, context.objects.find(bucket, call.key), call.headers);
      context.objects.put(bucket, { ...described, bodyId, modifiedAt: context.clock() });
    });
    return emptyAnswer(200, { etag: quoted(etag), ...checksumHeaders(checksum) });
  },
};

async function copyObject(context: S3Context, call: S3Call): Promise<WireResponse> {
  const bucket = context.buckets.get(call.bucket);
  const source = copySource(context, call);
  checkCopyConditions(source, call.headers);
  const replaces = isReplaced(call);
  if (!replaces && source.isTarget) {
    throw invalidObjectRequest(
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    );
  }
  const checksum = await copiedChecksum(context, source, call.headers["x-amz-checksum-algorithm"]);
  const copy = {
    key: call.key,
    size: source.size,
    etag: source.etag,
    headers: replaces ? keptHeaders(call.headers) : source.headers,
    checksum,
  };
  const modifiedAt = context.clock();
  await context.bodies.write(context.bodies.copyOf(source.bodyId), (bodyId) => {
    checkWriteConditions(call.key, context.objects.find(bucket, call.key), call.headers);
    context.objects.put(bucket, { ...copy, bodyId, modifiedAt });
  });
  return xmlAnswer("CopyObjectResult", {
    LastModified: modifiedAt.toISOString(),
    ETag: quoted(source.etag),
    ...checksumElements(checksum),
  });
}

function copySource(context: S3Context, call: S3Call): StoredObject & { readonly isTarget: boolean } {
  const [address = "", version] = (call.headers["x-amz-copy-source"] ?? "").split("?versionId=");
  if (version !== undefined && version !== "null") throw notImplemented("versions of objects");
  const path = decoded(address).replace(/^\/?/, "/");
  const end = path.indexOf("/", 1);
  if (end < 0 || end === path.length - 1)
    throw invalidArgument("Copy Source must mention the source bucket and key");
  const { bucket } = readAddress(path.slice(0, end));
  const key = checkedKey(path.slice(end + 1));
  const source = context.objects.find(context.buckets.get(bucket), key);
  if (source === null) throw noSuchKey(key);
  return { ...source, isTarget: bucket === call.bucket && key === call.key };
}

function isReplaced({ headers }: S3Call): boolean {
  const directive = headers["x-amz-metadata-directive"] ?? "COPY";
  if (directive !== "COPY" && directive !== "REPLACE") throw invalidArgument("Unknown metadata directive.");
  return directive === "REPLACE";
}

async function copiedChecksum(context: S3Context, source: StoredObject, algorithm: string | undefined) {
  if (algorithm === undefined || algorithm === source.checksum?.algorithm) return source.checksum;
  if (!isAlgorithm(algorithm)) throw notImplemented(`the checksum ${algorithm}`);
  const body = await context.bodies.read(source.bodyId, null);
  if (body === null) throw noSuchKey(source.key);
  return checksumOf(algorithm, body);
}
