import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2 } from "aws-lambda";

/** Answers an HTTP API event with itself; `/v1/fail` throws, `/v1/never` never answers, `/v1/odd` makes no sense. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyResultV2> {
  if (event.rawPath === "/v1/fail") throw new Error("broken");
  if (event.rawPath === "/v1/never") await new Promise(() => undefined);
  if (event.rawPath === "/v1/odd") return { statusCode: 9_999 };
  if (event.rawPath === "/v1/picture") {
    return { statusCode: 201, body: Buffer.from([0, 255]).toString("base64"), isBase64Encoded: true };
  }
  if (event.rawPath === "/v1/bare") return JSON.parse('{"no":"status"}');
  return {
    statusCode: 200,
    headers: { "Content-Type": "application/json", "X-Kept": "yes" },
    cookies: ["a=1", "b=2"],
    body: JSON.stringify(event),
  };
}
