import { escaped, pathOf } from "./object-calls.ts";
import { type Signer, signingDate, signingKey } from "./sign-request.ts";

interface LinkedObject {
  readonly bucket: string;
  readonly key: string;
  /** What the answer's Content-Disposition shall be. */
  readonly disposition: string;
  /** And its Content-Type; absent: as it was stored. */
  readonly contentType?: string | undefined;
  readonly seconds: number;
}

export type LinkSigner = (object: LinkedObject, now?: Date) => string;

/**
 * Links to objects of a stand-in, whose address begins with `endpoint`. They are those of the SDK's presigner, which takes as long
 * for one as this for fifty: a page of steps has a hundred.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function linkSigner(endpoint: string, signer: Omit<Signer, "service" | "sessionToken">): LinkSigner {
  const { origin, host } = new URL(endpoint);
  const { scopeOf, signatureOf } = signingKey({ ...signer, service: "s3" });
  return ({ bucket, key, disposition, contentType, seconds }, now = new Date()) => {
    const date = signingDate(now);
    const path = pathOf(bucket, key);
    const first = [
      "X-Amz-Algorithm=AWS4-HMAC-SHA256",
      "X-Amz-Content-Sha256=UNSIGNED-PAYLOAD",
      `X-Amz-Credential=${escaped(`${signer.accessKeyId}/${scopeOf(date)}`)}`,
      `X-Amz-Date=${date}`,
      `X-Amz-Expires=${seconds}`,
    ].join("&");
    const last = [
      "X-Amz-SignedHeaders=host",
      `response-content-disposition=${escaped(disposition)}`,
      ...(contentType === undefined ? [] : [`response-content-type=${escaped(contentType)}`]),
      "x-amz-checksum-mode=ENABLED",
      "x-id=GetObject",
    ].join("&");
    const canonical = `GET\n${path}\n${first}&${last}\nhost:${host}\n\nhost\nUNSIGNED-PAYLOAD`;
    return `${origin}${path}?${first}&X-Amz-Signature=${signatureOf(date, canonical)}&${last}`;
  };
}
