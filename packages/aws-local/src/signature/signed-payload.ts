import { hash as digest, timingSafeEqual } from "node:crypto";
import type { WireRequest } from "../http/wire.ts";
import { type AwsChunks, readAwsChunks } from "./aws-chunked.ts";
import type { SignatureClaim } from "./signature-claim.ts";
import type { ExpectedSignature } from "./signature-of.ts";

const unsignedPayload = "UNSIGNED-PAYLOAD";
const unsignedChunks = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";
const signedChunks = ["STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER"];
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const hashOf = (body: string | Buffer): string => digest("sha256", body);

/**
 * What stands for the body in the text that was signed. S3 takes the client's word for it and compares afterwards; the
 * others hash what has come. Null when S3 needs the header and does not find it.
 */
export function payloadHash(request: WireRequest, claim: SignatureClaim): string | null {
  if (claim.service !== "s3") return hashOf(request.body);
  const named =
    new URLSearchParams(request.query).get("X-Amz-Content-Sha256") ?? request.headers["x-amz-content-sha256"];
  return named ?? (claim.lifetimeSeconds === null ? null : unsignedPayload);
}

/**
 * The request with its body taken out of its chunks, or null when the body is not the one that was signed.
 * `hash` is part of what was signed.
 */
export function receivedPayload(
  request: WireRequest,
  hash: string,
  claim: SignatureClaim,
  expected: ExpectedSignature,
): WireRequest | null {
  if (claim.service !== "s3" || hash === unsignedPayload) return request;
  const isSigned = signedChunks.includes(hash);
  if (!isSigned && hash !== unsignedChunks) return hash === hashOf(request.body) ? request : null;
  const parts = readAwsChunks(request.body);
  if (!parts || (isSigned && !chunksAreSigned(parts, hash.endsWith("-TRAILER"), claim, expected)))
    return null;
  return unwrapped(request, parts);
}

function chunksAreSigned(
  { chunks, trailer, trailerSignature }: AwsChunks,
  withTrailer: boolean,
  claim: SignatureClaim,
  { signature, sign, scope }: ExpectedSignature,
): boolean {
  let previous = signature.toString("hex");
  for (const { data, signature: given } of chunks) {
    const text = ["AWS4-HMAC-SHA256-PAYLOAD", claim.signedAt, scope, previous, emptyHash, hashOf(data)];
    if (!isSame(given, sign(text.join("\n")))) return false;
    previous = given ?? "";
  }
  if (!withTrailer) return true;
  const text = ["AWS4-HMAC-SHA256-TRAILER", claim.signedAt, scope, previous, hashOf(trailer)];
  return isSame(trailerSignature, sign(text.join("\n")));
}

export function isSame(given: string | null, expected: Buffer): boolean {
  const bytes = Buffer.from(given ?? "", "hex");
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** For a service that checks no signature: the body out of its chunks, when it comes in them. */
export function withoutChunks(request: WireRequest): WireRequest {
  if (!/\baws-chunked\b/.test(request.headers["content-encoding"] ?? "")) return request;
  const parts = readAwsChunks(request.body);
  return (parts && unwrapped(request, parts)) ?? request;
}

function unwrapped(request: WireRequest, { chunks, trailer }: AwsChunks): WireRequest | null {
  const body = Buffer.concat(chunks.map(({ data }) => data));
  const declared = request.headers["x-amz-decoded-content-length"];
  if (declared !== undefined && Number(declared) !== body.length) return null;
  const { "content-encoding": encoding = "", ...headers } = request.headers;
  const others = encoding.split(",").filter((name) => !["", "aws-chunked"].includes(name.trim()));
  const checksums = trailer.split("\n").flatMap((line) => {
    const [, name, value] = /^(x-amz-checksum-[a-z0-9]+):(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value?.trim() ?? ""] as const];
  });
  return {
    ...request,
    body,
    headers: {
      ...headers,
      ...(others.length === 0 ? {} : { "content-encoding": others.join(",").trim() }),
      ...Object.fromEntries(checksums),
      "content-length": String(body.length),
    },
  };
}
