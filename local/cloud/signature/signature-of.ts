import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { getCanonicalHeaders, getSigningKey, SignatureV4Base } from "@smithy/signature-v4";
import type { WireRequest } from "#shared/http/wire.ts";
import type { SignatureClaim } from "./signature-claim.ts";

export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

type Secret = string | ArrayBuffer | ArrayBufferView;

const bytesOf = (secret: ArrayBuffer | ArrayBufferView): Uint8Array =>
  ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);

/** node:crypto in the form that @smithy/signature-v4 takes. */
class Sha256 {
  readonly #secret: Secret | undefined;
  #hash: Hash | Hmac;

  constructor(secret?: Secret) {
    this.#secret = secret;
    this.#hash = Sha256.#begin(secret);
  }

  static #begin(secret: Secret | undefined): Hash | Hmac {
    if (secret === undefined) return createHash("sha256");
    return createHmac("sha256", typeof secret === "string" ? secret : bytesOf(secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    this.#hash = Sha256.#begin(this.#secret);
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
// S3 signs its path as it is sent, the others with every `%` encoded once more.
const received = { s3: new ReceivedRequest(false), other: new ReceivedRequest(true) };

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

/** Of the whole request, as its owner would have signed it, and the means to go on from there chunk by chunk. */
export interface ExpectedSignature {
  readonly signature: Buffer;
  /** Signs a text with the same key. */
  sign(text: string): Buffer;
  readonly scope: string;
}

/** The derived key is kept by the library, up to fifty of them. */
export async function signatureOf(
  request: WireRequest,
  claim: SignatureClaim,
  key: AccessKey,
  payloadHash: string,
): Promise<ExpectedSignature> {
  const { day, region, service } = claim;
  const kind = service === "s3" ? received.s3 : received.other;
  const text = await kind.textToSign(request, claim, payloadHash);
  const signingKey = await getSigningKey(Sha256, key, day, region, service);
  const sign = (part: string): Buffer => createHmac("sha256", signingKey).update(part).digest();
  return { signature: sign(text), sign, scope: scopeOf(claim) };
}
