import type { WireRequest } from "#shared/http/wire.ts";

/**
 * The access key id that a request names, in its `Authorization` header or in a presigned link.
 * The stand-ins take the id, which the farm makes at random, for proof; only presigned links have their signature checked.
 */
export function accessKeyOf(request: Pick<WireRequest, "headers" | "query">): string | null {
  const named = /^AWS4-HMAC-SHA256 Credential=([^/,\s]+)\//.exec(request.headers.authorization ?? "")?.[1];
  if (named) return named;
  return new URLSearchParams(request.query).get("X-Amz-Credential")?.split("/")[0] ?? null;
}
