import { createHash } from "node:crypto";
import { type Checksum, checksumElements, checksumHeaders, compositeChecksum } from "../checksums.ts";
import { checkWriteConditions } from "../conditions.ts";
import type { Headers } from "../object-headers.ts";
import { malformedXml, S3Error } from "../s3-error.ts";
import type { MultipartUpload, UploadedPart } from "../store/upload-store.ts";
import { readXml, textOf } from "../xml/read-xml.ts";
import { openUpload } from "./multipart.ts";
import { type ObjectOperation, quoted, xmlAnswer } from "./operation.ts";
import { checkElements, numberInXml } from "./request-xml.ts";

/** Of every part but the last. */
const leastPartBytes = 5 * 1024 * 1024;
/** An object is read into memory as a whole. */
const longestObjectBytes = 256 * 1024 * 1024;

export const completeMultipartUpload: ObjectOperation = {
  method: "POST",
  of: "object",
  marks: ["uploadId"],
  async run(context, call) {
    const { bucket, upload } = openUpload(context, call);
    const parts = chosenParts(call.body, context.uploads.parts(upload.id));
    const digests = Buffer.concat(parts.map(({ etag }) => Buffer.from(etag, "hex")));
    const etag = `${createHash("md5").update(digests).digest("hex")}-${parts.length}`;
    const object = {
      key: call.key,
      size: parts.reduce((sum, { size }) => sum + size, 0),
      etag,
      headers: upload.headers,
      checksum: checksumOfParts(upload, parts),
      modifiedAt: context.clock(),
    };
    checkGiven(call.headers, object.checksum);
    const joinParts = async (file: string): Promise<void> => {
      for (const { bodyId } of parts) await context.bodies.append(file, bodyId);
    };
    await context.bodies.write(joinParts, (bodyId) => {
      openUpload(context, call);
      checkWriteConditions(call.key, context.objects.find(bucket, call.key), call.headers);
      context.objects.put(bucket, { ...object, bodyId });
      context.uploads.remove(upload.id);
    });
    return xmlAnswer("CompleteMultipartUploadResult", {
      Location: `/${call.bucket}/${call.key}`,
      Bucket: call.bucket,
      Key: call.key,
      ETag: quoted(etag),
      ...checksumElements(object.checksum),
    });
  },
};

const checksumElement = /^Checksum(?:CRC32|CRC32C|CRC64NVME|SHA1|SHA256)$/;

/** Those that the request lists, in its order, as they were uploaded. */
function chosenParts(body: Buffer, uploaded: readonly UploadedPart[]): readonly UploadedPart[] {
  const root = readXml(body);
  checkElements(root, "CompleteMultipartUpload", ["Part"]);
  if (root.children.length === 0) throw malformedXml();
  const parts = root.children.map((element) => {
    const checksums = element.children.map(({ name }) => name).filter((name) => checksumElement.test(name));
    checkElements(element, "Part", ["PartNumber", "ETag", ...checksums]);
    const number = numberInXml(textOf(element, "PartNumber") ?? "", 1);
    const etag = (textOf(element, "ETag") ?? "").trim().replace(/^"(.*)"$/, "$1");
    const part = uploaded.find((one) => one.number === number);
    const isSame = checksums.every((name) => isChecksumOf(part, name, textOf(element, name)));
    if (part === undefined || part.etag !== etag || !isSame) throw invalidPart();
    return part;
  });
  if (parts.some(({ number }, at) => number <= (parts[at - 1]?.number ?? 0))) {
    throw new S3Error(
      400,
      "InvalidPartOrder",
      "The list of parts was not in ascending order. The parts list must be specified in order by part number.",
    );
  }
  checkSizes(parts);
  return parts;
}

const isChecksumOf = (part: UploadedPart | undefined, name: string, value: string | undefined): boolean =>
  part?.checksum !== null && name === `Checksum${part?.checksum.algorithm}` && part?.checksum.value === value;

const invalidPart = (): S3Error =>
  new S3Error(
    400,
    "InvalidPart",
    "One or more of the specified parts could not be found. The part may not have been uploaded, or the specified entity tag may not match the part's entity tag.",
  );

function checkSizes(parts: readonly UploadedPart[]): void {
  if (parts.slice(0, -1).some(({ size }) => size < leastPartBytes)) {
    throw new S3Error(400, "EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size");
  }
  if (parts.reduce((sum, { size }) => sum + size, 0) > longestObjectBytes) {
    throw new S3Error(400, "EntityTooLarge", "Your proposed upload exceeds the maximum allowed size");
  }
}

/** A request may name the checksum that it expects of the whole. */
function checkGiven(headers: Headers, checksum: Checksum | null): void {
  const given = Object.entries(headers).filter(([name]) => /^x-amz-checksum-(?:crc|sha)/.test(name));
  const expected = checksumHeaders(checksum);
  if (given.some(([name, value]) => expected[name] !== value)) {
    throw new S3Error(400, "BadDigest", "The checksum you specified did not match the calculated checksum.");
  }
}

function checksumOfParts({ algorithm }: MultipartUpload, parts: readonly UploadedPart[]): Checksum | null {
  if (algorithm === null) return null;
  return compositeChecksum(
    algorithm,
    parts.flatMap(({ checksum }) => checksum ?? []),
  );
}
