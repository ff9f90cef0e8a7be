import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { crc32c, crc64Nvme } from "./crc.ts";
import { S3Error } from "./s3-error.ts";

const algorithms = {
  CRC32: (body: Buffer) => uint32(crc32(body)),
  CRC32C: (body: Buffer) => uint32(crc32c(body)),
  CRC64NVME: crc64Nvme,
  SHA1: (body: Buffer) => createHash("sha1").update(body).digest(),
  SHA256: (body: Buffer) => createHash("sha256").update(body).digest(),
} as const;

export type ChecksumAlgorithm = keyof typeof algorithms;

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm;
  /** Base64; with `-N` behind it when it is one of the checksums of N parts. */
  readonly value: string;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export const isAlgorithm = (name: string): name is ChecksumAlgorithm => Object.hasOwn(algorithms, name);

export const checksumOf = (algorithm: ChecksumAlgorithm, body: Buffer): Checksum => ({
  algorithm,
  value: algorithms[algorithm](body).toString("base64"),
});

export const headerOf = (algorithm: string): string => `x-amz-checksum-${algorithm.toLowerCase()}`;

type Headers = Readonly<Record<string, string>>;

/** The one that a request names for its body, or null. @throws BadDigest when the body is another */
export function checkedChecksum(headers: Headers, body: Buffer): Checksum | null {
  const md5 = headers["content-md5"];
  if (md5 !== undefined) checkMd5(md5, body);
  const named = Object.keys(algorithms).filter((name) => headers[headerOf(name)] !== undefined);
  const [algorithm] = named;
  if (algorithm === undefined || !isAlgorithm(algorithm)) return null;
  if (named.length > 1) {
    throw new S3Error(
      400,
      "InvalidRequest",
      "Expecting a single x-amz-checksum- header. Multiple checksum Types are not allowed.",
    );
  }
  const checksum = checksumOf(algorithm, body);
  if (checksum.value !== headers[headerOf(algorithm)]) {
    throw new S3Error(
      400,
      "BadDigest",
      `The ${algorithm} you specified did not match the calculated checksum.`,
    );
  }
  return checksum;
}

function checkMd5(given: string, body: Buffer): void {
  if (!/^[A-Za-z0-9+/]{22}==$/.test(given)) {
    throw new S3Error(400, "InvalidDigest", "The Content-MD5 you specified was invalid.");
  }
  if (createHash("md5").update(body).digest("base64") !== given) {
    throw new S3Error(400, "BadDigest", "The Content-MD5 you specified did not match what we received.");
  }
}

/** Of an object made of parts: the checksum of their checksums. */
export function compositeChecksum(algorithm: ChecksumAlgorithm, parts: readonly Checksum[]): Checksum {
  const bytes = Buffer.concat(parts.map(({ value }) => Buffer.from(value, "base64")));
  return { algorithm, value: `${checksumOf(algorithm, bytes).value}-${parts.length}` };
}

export const checksumHeaders = (checksum: Checksum | null): Headers =>
  checksum === null
    ? {}
    : {
        [headerOf(checksum.algorithm)]: checksum.value,
        "x-amz-checksum-type": checksum.value.includes("-") ? "COMPOSITE" : "FULL_OBJECT",
      };

/** As elements of an answer: `ChecksumCRC32`. */
export const checksumElements = (checksum: Checksum | null): Readonly<Record<string, string>> =>
  checksum === null ? {} : { [`Checksum${checksum.algorithm}`]: checksum.value };
