import { createHmac, createSecretKey, hash, type KeyObject } from "node:crypto";

export interface Signer {
  readonly region: string;
  /** As the service is named in a signature's scope. */
  readonly service: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

interface Unsigned {
  readonly method: string;
  /** Escaped once, as it is sent. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Signs texts of version 4. The derived key is kept for its day. */
export function signingKey({ region, service, secretAccessKey }: Omit<Signer, "accessKeyId">) {
  let signingDay = "";
  let key: KeyObject | undefined;
  const keyOf = (day: string): KeyObject => {
    if (key !== undefined && signingDay === day) return key;
    let derived = createSecretKey(Buffer.from(`AWS4${secretAccessKey}`));
    for (const part of [day, region, service, "aws4_request"]) derived = createSecretKey(hmac(derived, part));
    [signingDay, key] = [day, derived];
    return derived;
  };
  const scopeOf = (date: string): string => `${date.slice(0, 8)}/${region}/${service}/aws4_request`;
  return {
    scopeOf,
    signatureOf(date: string, canonicalRequest: string): string {
      const text = `AWS4-HMAC-SHA256\n${date}\n${scopeOf(date)}\n${hash("sha256", canonicalRequest)}`;
      return hmac(keyOf(date.slice(0, 8)), text).toString("hex");
    },
  };
}

/** As signatures write it: `20260102T030405Z`. */
export const signingDate = (now: Date): string => now.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Makes the headers of a request with a signature of version 4. */
export function requestSigner(signer: Signer) {
  const { service, accessKeyId, sessionToken } = signer;
  const { scopeOf, signatureOf } = signingKey(signer);
  const isS3 = service === "s3";
  return ({ method, path, headers, body }: Unsigned, now: Date): Record<string, string> => {
    const date = signingDate(now);
    // With its checksum in a signed header the body needs no other hash.
    const payload =
      isS3 && headers["x-amz-checksum-sha256"] !== undefined ? "UNSIGNED-PAYLOAD" : hash("sha256", body);
    const signed: Record<string, string> = {
      ...headers,
      "x-amz-date": date,
      ...(isS3 ? { "x-amz-content-sha256": payload } : {}),
      ...(sessionToken === undefined ? {} : { "x-amz-security-token": sessionToken }),
    };
    const names = Object.keys(signed).sort();
    const lines = names.map((name) => `${name}:${signed[name]}\n`).join("");
    // Others than S3 escape a path twice; theirs is always the root.
    const canonical = `${method}\n${path}\n\n${lines}\n${names.join(";")}\n${payload}`;
    const signature = signatureOf(date, canonical);
    signed.authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scopeOf(date)}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
    return signed;
  };
}

const hmac = (key: KeyObject, text: string): Buffer => createHmac("sha256", key).update(text).digest();
