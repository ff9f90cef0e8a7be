import type { WireRequest } from "../http/wire.ts";

/** Who a request says has signed it, and what: from its `Authorization` header or, in a link, from its query. */
export interface SignatureClaim {
  readonly accessKeyId: string;
  /** `20261121` */
  readonly day: string;
  readonly region: string;
  readonly service: string;
  /** `20261121T020000Z` */
  readonly signedAt: string;
  /** Null: not a link, so it must be as new as the clocks allow. */
  readonly lifetimeSeconds: number | null;
  readonly signedHeaders: readonly string[];
  /** 64 hexadecimal digits. */
  readonly signature: string;
}

/** `none`: it names nobody. `both`: a header and a link. `malformed`: neither can be read. */
type Unsigned = "none" | "both" | "malformed";

const header =
  /^AWS4-HMAC-SHA256 +Credential=([^,\s]+), *SignedHeaders=([a-z0-9;_.-]+), *Signature=([0-9a-f]{64})$/;
const timestamp = /^\d{8}T\d{6}Z$/;
const longestLifetimeSeconds = 604_800;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function readSignatureClaim(
  request: Pick<WireRequest, "headers" | "query">,
): SignatureClaim | Unsigned {
  const query = new URLSearchParams(request.query);
  const isLink = query.has("X-Amz-Signature") || query.has("X-Amz-Credential");
  const { authorization } = request.headers;
  if (isLink) return authorization === undefined ? linkClaim(query) : "both";
  if (authorization === undefined) return "none";
  const [, credential = "", signedHeaders = "", signature = ""] = header.exec(authorization) ?? [];
  return claim({
    credential,
    signedAt: request.headers["x-amz-date"] ?? "",
    lifetimeSeconds: null,
    signedHeaders,
    signature,
  });
}

function linkClaim(query: URLSearchParams): SignatureClaim | Unsigned {
  const lifetime = query.get("X-Amz-Expires") ?? "";
  const lifetimeSeconds = Number(lifetime);
  if (!/^\d{1,6}$/.test(lifetime) || lifetimeSeconds < 1 || lifetimeSeconds > longestLifetimeSeconds) {
    return "malformed";
  }
  if (query.get("X-Amz-Algorithm") !== "AWS4-HMAC-SHA256") return "malformed";
  return claim({
    credential: query.get("X-Amz-Credential") ?? "",
    signedAt: query.get("X-Amz-Date") ?? "",
    lifetimeSeconds,
    signedHeaders: query.get("X-Amz-SignedHeaders") ?? "",
    signature: query.get("X-Amz-Signature") ?? "",
  });
}

interface ClaimParts {
  readonly credential: string;
  readonly signedAt: string;
  readonly lifetimeSeconds: number | null;
  readonly signedHeaders: string;
  readonly signature: string;
}

function claim(parts: ClaimParts): SignatureClaim | "malformed" {
  const { signedAt, lifetimeSeconds, signature } = parts;
  const [accessKeyId, day, region, service, end, more] = parts.credential.split("/");
  if (!accessKeyId || !day || !region || !service || end !== "aws4_request" || more !== undefined) {
    return "malformed";
  }
  if (!timestamp.test(signedAt) || !signedAt.startsWith(`${day}T`)) return "malformed";
  if (!/^[0-9a-f]{64}$/.test(signature)) return "malformed";
  const signedHeaders = parts.signedHeaders.split(";");
  if (!signedHeaders.includes("host")) return "malformed";
  return { accessKeyId, day, region, service, signedAt, lifetimeSeconds, signedHeaders, signature };
}

/** Milliseconds since 1970; NaN for a day that does not exist. */
export function signingTime(signedAt: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(signedAt) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
