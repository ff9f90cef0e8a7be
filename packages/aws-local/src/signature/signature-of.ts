import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";
import { getCanonicalHeaders, SignatureV4Base } from "@smithy/signature-v4";
import type { WireRequest } from "../http/wire.ts";
import type { SignatureClaim } from "./signature-claim.ts";

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** node:crypto in the form that @smithy/signature-v4 takes, for what it hashes without a key. */
class Sha256 {
  #parts: Uint8Array[] = [];

  update(data: Uint8Array): void {
    this.#parts.push(data);
  }

  async digest(): Promise<Uint8Array> {
    return hash("sha256", Buffer.concat(this.#parts), "buffer");
  }

  reset(): void {
    this.#parts = [];
  }
}

/** What the SDK's signer signs, for a request that has arrived: it only offers to sign one that is about to be sent. */
class ReceivedRequest extends SignatureV4Base {
  constructor(uriEscapePath: boolean) {
    const unused = { accessKeyId: "", secretAccessKey: "" };
    super({ service: "", region: "", credentials: unused, sha256: Sha256, uriEscapePath });
  }

  textToSign(request: WireRequest, claim: SignatureClaim, payloadHash: string): Promise<string> {
    const signable = new Set(claim.signedHeaders);
    const headers = Object.fromEntries([...signable].map((name) => [name, request.headers[name] ?? ""]));
    const canonical = this.createCanonicalRequest(
      {
        method: request.method,
        protocol: "http:",
        hostname: "",
        path: request.path,
        query: queryBag(request.query),
        headers,
      },
      getCanonicalHeaders({ ...unaddressed, headers }, undefined, signable),
      payloadHash,
    );
    return this.createStringToSign(claim.signedAt, scopeOf(claim), canonical, "AWS4-HMAC-SHA256");
  }
}

const unaddressed = { method: "", protocol: "", hostname: "", path: "" };
// S3 signs its path as it is sent, the others with every `%` encoded again.
const received = { s3: new ReceivedRequest(false), other: new ReceivedRequest(true) };

const textToSign = (request: WireRequest, claim: SignatureClaim, payloadHash: string): Promise<string> =>
  (claim.service === "s3" ? received.s3 : received.other).textToSign(request, claim, payloadHash);

/**
 * The same for the requests that a step is made of, whose parts stand as they are signed: no query, a path in which nothing can
 * be written in two ways, headers without runs of spaces. Null: another request.
 */
function plainText(request: WireRequest, claim: SignatureClaim, payloadHash: string): string | null {
  const { method, path, query, headers } = request;
  if (query !== "" || !plainPath.test(path)) return null;
  const names = claim.signedHeaders;
  let lines = "";
  for (const [index, name] of names.entries()) {
    const value = headers[name] ?? "";
    if (unusualSpace.test(value) || (names[index - 1] ?? "") >= name) return null;
    lines += `${name}:${value}\n`;
  }
  const canonical = `${method}\n${path}\n\n${lines}\n${names.join(";")}\n${payloadHash}`;
  return `AWS4-HMAC-SHA256\n${claim.signedAt}\n${scopeOf(claim)}\n${hash("sha256", canonical)}`;
}

const plainPath = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9_~.-]*)+$|^\/$/;
const unusualSpace = /^\s|\s$|\s\s|[^\S ]/;

const scopeOf = ({ day, region, service }: SignatureClaim): string =>
  `${day}/${region}/${service}/aws4_request`;

function queryBag(query: string): Record<string, string[]> {
  const bag: Record<string, string[]> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === "X-Amz-Signature") continue;
    bag[name] = [...(bag[name] ?? []), value];
  }
  return bag;
}

/** Of the whole request, as its owner would have signed it, and the means to continue from there chunk by chunk. */
export interface ExpectedSignature {
  readonly signature: Buffer;
  /** Signs a text with the same key. */
  sign(text: string): Buffer;
  readonly scope: string;
}

const hmac = (key: KeyObject, text: string): Buffer => createHmac("sha256", key).update(text).digest();

/** Of each access key those that were derived lately, by day, region and service. */
const derivedKeys = new WeakMap<AccessKey, Map<string, KeyObject>>();
const rememberedKeys = 50;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html#derive-signing-key */
function signingKeyOf(key: AccessKey, { day, region, service }: SignatureClaim): KeyObject {
  const known = derivedKeys.get(key) ?? new Map<string, KeyObject>();
  derivedKeys.set(key, known);
  const name = `${day} ${region} ${service}`;
  let derived = known.get(name);
  if (derived === undefined) {
    derived = createSecretKey(Buffer.from(`AWS4${key.secretAccessKey}`));
    for (const part of [day, region, service, "aws4_request"]) derived = createSecretKey(hmac(derived, part));
    if (known.size >= rememberedKeys) known.clear();
    known.set(name, derived);
  }
  return derived;
}

export async function signatureOf(
  request: WireRequest,
  claim: SignatureClaim,
  key: AccessKey,
  payloadHash: string,
): Promise<ExpectedSignature> {
  const text = plainText(request, claim, payloadHash) ?? (await textToSign(request, claim, payloadHash));
  const signingKey = signingKeyOf(key, claim);
  const sign = (part: string): Buffer => hmac(signingKey, part);
  return { signature: sign(text), sign, scope: scopeOf(claim) };
}
