import { createHash } from "node:crypto";
import { checkedChecksum, checksumElements, checksumHeaders, checksumOf, isAlgorithm } from "../checksums.ts";
import { keptHeaders } from "../object-headers.ts";
import { invalidArgument, noSuchUpload, notImplemented } from "../s3-error.ts";
import type { Bucket } from "../store/bucket-store.ts";
import type { MultipartUpload } from "../store/upload-store.ts";
import {
  emptyAnswer,
  type ObjectOperation,
  owner,
  quoted,
  type S3Call,
  type S3Context,
  xmlAnswer,
} from "./operation.ts";

const mostParts = 10_000;

const createMultipartUpload: ObjectOperation = {
  method: "POST",
  of: "object",
  marks: ["uploads"],
  headers: ["x-amz-checksum-algorithm", "x-amz-checksum-type"],
  run({ buckets, uploads, clock }, { bucket, key, headers }) {
    const algorithm = headers["x-amz-checksum-algorithm"] ?? null;
    if (algorithm !== null && !isAlgorithm(algorithm)) throw notImplemented(`the checksum ${algorithm}`);
    const type = headers["x-amz-checksum-type"] ?? "COMPOSITE";
    if (type !== "COMPOSITE" || algorithm === "CRC64NVME") {
      throw notImplemented("a full checksum of an object made of parts");
    }
    const id = uploads.create(
      buckets.get(bucket),
      key,
      { headers: keptHeaders(headers), algorithm },
      clock(),
    );
    return xmlAnswer(
      "InitiateMultipartUploadResult",
      { Bucket: bucket, Key: key, UploadId: id },
      algorithm === null ? {} : { "x-amz-checksum-algorithm": algorithm, "x-amz-checksum-type": type },
    );
  },
};

/** @throws NoSuchUpload */
export function openUpload(
  { buckets, uploads }: S3Context,
  { bucket: name, key, query }: S3Call,
): { readonly bucket: Bucket; readonly upload: MultipartUpload } {
  const bucket = buckets.get(name);
  const id = query.get("uploadId") ?? "";
  const upload = uploads.find(bucket, key, id);
  if (upload === null) throw noSuchUpload(id);
  return { bucket, upload };
}

const uploadPart: ObjectOperation = {
  method: "PUT",
  of: "object",
  marks: ["uploadId", "partNumber"],
  async run(context, call) {
    const { upload } = openUpload(context, call);
    const number = partNumber(call.query.get("partNumber") ?? "");
    const given = checkedChecksum(call.headers, call.body);
    const { algorithm } = upload;
    const checksum =
      algorithm === null || given?.algorithm === algorithm ? given : checksumOf(algorithm, call.body);
    const etag = createHash("md5").update(call.body).digest("hex");
    const part = { number, size: call.body.length, etag, checksum, modifiedAt: context.clock() };
    await context.bodies.writeBytes(call.body, (bodyId) => {
      // It may have been completed or aborted while the file was written.
      openUpload(context, call);
      context.uploads.putPart(upload.id, { ...part, bodyId });
    });
    return emptyAnswer(200, { etag: quoted(etag), ...checksumHeaders(checksum) });
  },
};

function partNumber(text: string): number {
  const number = Number(text);
  if (/^\d{1,5}$/.test(text) && number >= 1 && number <= mostParts) return number;
  throw invalidArgument("Part number must be an integer between 1 and 10000, inclusive");
}

const abortMultipartUpload: ObjectOperation = {
  method: "DELETE",
  of: "object",
  marks: ["uploadId"],
  run(context, call) {
    const { upload } = openUpload(context, call);
    context.database.transaction(() => context.uploads.remove(upload.id));
    return emptyAnswer(204);
  },
};

const listParts: ObjectOperation = {
  method: "GET",
  of: "object",
  marks: ["uploadId"],
  query: ["max-parts", "part-number-marker"],
  run(context, call) {
    const { upload } = openUpload(context, call);
    const after = Number(call.query.get("part-number-marker") ?? 0);
    const most = Math.min(Number(call.query.get("max-parts") ?? 1_000), 1_000);
    if (!(Number.isInteger(after) && after >= 0 && Number.isInteger(most) && most >= 0)) {
      throw invalidArgument("max-parts and part-number-marker must be whole numbers");
    }
    const left = context.uploads.parts(upload.id).filter(({ number }) => number > after);
    const shown = left.slice(0, most);
    const isTruncated = left.length > shown.length;
    return xmlAnswer("ListPartsResult", {
      Bucket: call.bucket,
      Key: call.key,
      UploadId: upload.id,
      Initiator: owner,
      Owner: owner,
      StorageClass: "STANDARD",
      PartNumberMarker: after,
      NextPartNumberMarker: isTruncated ? shown.at(-1)?.number : undefined,
      MaxParts: most,
      IsTruncated: isTruncated,
      Part: shown.map(({ number, modifiedAt, etag, size, checksum }) => ({
        PartNumber: number,
        LastModified: modifiedAt.toISOString(),
        ETag: quoted(etag),
        Size: size,
        ...checksumElements(checksum),
      })),
    });
  },
};

export const multipartOperations: readonly ObjectOperation[] = [
  createMultipartUpload,
  uploadPart,
  abortMultipartUpload,
  listParts,
];
