import type { APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Problem } from "#shared/contracts/farm/problem.ts";

type Headers = Readonly<Record<string, string>>;

const headersFor = (contentType: string): Headers => ({
  "content-type": contentType,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
});

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Headers = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: status,
  headers: { ...headersFor("application/json"), ...headers },
  body: JSON.stringify(body),
});

export const problemResponse = (
  problem: Problem,
  headers: Headers = {},
): APIGatewayProxyStructuredResultV2 => ({
  statusCode: problem.status,
  headers: { ...headersFor("application/problem+json"), ...headers },
  body: JSON.stringify(problem),
});
