import type { WireResponse } from "../../http/wire.ts";
import { checksumHeaders } from "../checksums.ts";
import { readConditions } from "../conditions.ts";
import { overridden, overrides } from "../object-headers.ts";
import { noSuchKey, notImplemented, S3Error } from "../s3-error.ts";
import type { ByteRange } from "../store/body-store.ts";
import type { StoredObject } from "../store/object-store.ts";
import { type ObjectOperation, quoted, type S3Call, type S3Context } from "./operation.ts";

const query = [...overrides.map(({ parameter }) => parameter), "versionId"];

export const getObject: ObjectOperation = {
  method: "GET",
  of: "object",
  query,
  async run(context, call) {
    // Who replaces or deletes it meanwhile takes the body away: then it is looked up again.
    for (;;) {
      const object = found(context, call);
      const head = answerHead(object, call);
      if (head.status === 304) return head;
      const body = await context.bodies.read(object.bodyId, head.range);
      if (body !== null) return { ...head, body };
      if (context.objects.find(context.buckets.get(call.bucket), call.key)?.bodyId === object.bodyId) {
        throw new Error("The file of this object is gone: somebody else deleted it from the directory.");
      }
    }
  },
};

export const headObject: ObjectOperation = {
  method: "HEAD",
  of: "object",
  query,
  run(context, call) {
    const object = found(context, call);
    const { range, ...head } = answerHead(object, call);
    if (head.status === 304) return head;
    const length = range === null ? object.size : range.end - range.start + 1;
    return { ...head, headers: { ...head.headers, "content-length": String(length) } };
  },
};

function found(context: S3Context, { bucket, key, query }: S3Call): StoredObject {
  const version = query.get("versionId") ?? "null";
  if (version !== "null") throw notImplemented("versions of objects");
  const object = context.objects.find(context.buckets.get(bucket), key);
  if (object === null) throw noSuchKey(key);
  return object;
}

function answerHead(object: StoredObject, { headers, query }: S3Call) {
  const validators = {
    etag: quoted(object.etag),
    "last-modified": object.modifiedAt.toUTCString(),
    "accept-ranges": "bytes",
  };
  const shown = overridden(query);
  if (readConditions(object, headers) === "unchanged") {
    return { status: 304, headers: validators, body: "", range: null } satisfies Head;
  }
  const isCurrent = [undefined, quoted(object.etag)].includes(headers["if-range"]);
  const range = isCurrent ? rangeOf(headers.range, object.size) : null;
  const mode = headers["x-amz-checksum-mode"] ?? query.get("x-amz-checksum-mode") ?? "";
  return {
    status: range === null ? 200 : 206,
    headers: {
      ...object.headers,
      ...shown,
      ...validators,
      ...(range === null ? {} : { "content-range": `bytes ${range.start}-${range.end}/${object.size}` }),
      ...(range === null && mode.toUpperCase() === "ENABLED" ? checksumHeaders(object.checksum) : {}),
    },
    body: "",
    range,
  } satisfies Head;
}

type Head = WireResponse & { readonly range: ReturnType<typeof rangeOf> };

/** Null: the whole body, also for a header that S3 ignores (several ranges, another unit). */
function rangeOf(header: string | undefined, size: number): ByteRange | null {
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start < size && start <= end) return { start, end };
  throw new S3Error(416, "InvalidRange", "The requested range is not satisfiable", {
    RangeRequested: header ?? "",
    ActualObjectSize: String(size),
  });
}
