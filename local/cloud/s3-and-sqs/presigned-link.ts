import { createHash, createHmac, timingSafeEqual } from "node:crypto";

interface PresignedRequest {
  readonly method: string;
  /** As sent, still encoded: S3 signs it as it is. */
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

type LinkFault = { readonly code: "AccessDenied" | "SignatureDoesNotMatch"; readonly message: string };

const hmac = (key: string | Buffer, text: string): Buffer => createHmac("sha256", key).update(text).digest();
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * What is wrong with a presigned S3 link (signature version 4 in the query), or null.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presignedLinkFault(
  request: PresignedRequest,
  secretAccessKey: string,
  now: Date,
): LinkFault | null {
  const query = new URLSearchParams(request.query);
  const date = query.get("X-Amz-Date") ?? "";
  const parts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date);
  const lifetimeSeconds = Number(query.get("X-Amz-Expires"));
  if (!parts || !(lifetimeSeconds >= 1 && lifetimeSeconds <= 604_800)) {
    return { code: "AccessDenied", message: "X-Amz-Date and X-Amz-Expires (1 to 604800 s) are needed." };
  }
  const [, year, month, day, hour, minute, second] = parts.map(Number);
  const signedAt = Date.UTC(year ?? 0, (month ?? 1) - 1, day, hour, minute, second);
  if (now.getTime() > signedAt + lifetimeSeconds * 1_000) {
    return { code: "AccessDenied", message: "Request has expired" };
  }
  const expected = signatureOf(request, query, date, secretAccessKey);
  const given = Buffer.from(query.get("X-Amz-Signature") ?? "", "hex");
  return given.length === expected.length && timingSafeEqual(given, expected)
    ? null
    : {
        code: "SignatureDoesNotMatch",
        message: "The request signature we calculated does not match the signature you provided.",
      };
}

function signatureOf(
  request: PresignedRequest,
  query: URLSearchParams,
  date: string,
  secretAccessKey: string,
): Buffer {
  const signedHeaders = (query.get("X-Amz-SignedHeaders") ?? "host").split(";");
  const canonicalQuery = [...query]
    .filter(([name]) => name !== "X-Amz-Signature")
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const canonicalRequest = [
    request.method,
    request.path,
    canonicalQuery,
    ...signedHeaders.map((name) => `${name}:${(request.headers[name] ?? "").trim().replace(/ +/g, " ")}`),
    "",
    signedHeaders.join(";"),
    query.get("X-Amz-Content-Sha256") ?? request.headers["x-amz-content-sha256"] ?? "UNSIGNED-PAYLOAD",
  ].join("\n");
  const scope = (query.get("X-Amz-Credential") ?? "").split("/").slice(1);
  const toSign = [
    "AWS4-HMAC-SHA256",
    date,
    scope.join("/"),
    createHash("sha256").update(canonicalRequest).digest("hex"),
  ].join("\n");
  const key = scope.reduce<string | Buffer>((made, part) => hmac(made, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign);
}
