import { gzipSync } from "node:zlib";
import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";

/** Lambda answers at most 6 MB, and a batch of 100,000 items is more than that as text. */
const largeBytes = 1_000_000;

/** A large body compressed, for a client that can read it; any other answer as it is. */
export function packed(
  response: APIGatewayProxyStructuredResultV2,
  acceptEncoding = "",
): APIGatewayProxyStructuredResultV2 {
  const { body = "", headers } = response;
  if (body.length < largeBytes || !/(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0+)?(?:,|$))/.test(acceptEncoding))
    return response;
  return {
    ...response,
    headers: { ...headers, "content-encoding": "gzip" },
    body: gzipSync(body, { level: 1 }).toString("base64"),
    isBase64Encoded: true,
  };
}
