import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import { expect } from "vitest";
import { handler } from "#functions/api.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";
import { lambdaContext } from "../functions/start-functions.ts";

export const allScopes = "jobs:read jobs:write devices:read devices:write secrets:write farm:write";

export interface ApiCall {
  /** JSON text and bytes are sent as they are. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly tenant?: string;
  readonly scope?: string;
  /** Instead of the claims that tenant and scope make; null: no authorizer has run. */
  readonly claims?: Readonly<Record<string, string>> | null;
  readonly base64?: boolean;
}

/** A request as API Gateway hands it to Lambda (HTTP API, payload 2.0, JWT authorizer). */
export function apiEvent(
  method: string,
  url: string,
  call: ApiCall = {},
): APIGatewayProxyEventV2WithJWTAuthorizer {
  const { pathname, searchParams, search } = new URL(url, "http://127.0.0.1");
  const text =
    call.body === undefined || typeof call.body === "string" || Buffer.isBuffer(call.body)
      ? call.body
      : JSON.stringify(call.body);
  const claims = call.claims ?? { tenant: call.tenant ?? "acme", scope: call.scope ?? allScopes };
  const event = {
    version: "2.0",
    routeKey: "$default",
    rawPath: pathname,
    rawQueryString: search.slice(1),
    headers: { "content-type": "application/json", ...call.headers },
    ...(search === "" ? {} : { queryStringParameters: Object.fromEntries(searchParams) }),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: "127.0.0.1",
      domainPrefix: "local",
      requestId: "request-1",
      routeKey: "$default",
      stage: "$default",
      time: "01/Jan/2026:00:00:00 +0000",
      timeEpoch: 0,
      http: { method, path: pathname, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "test" },
      ...(call.claims === null ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
    },
    ...(text === undefined
      ? {}
      : { body: call.base64 ? Buffer.from(text as string).toString("base64") : text }),
    isBase64Encoded: call.base64 ?? false,
  };
  return event as unknown as APIGatewayProxyEventV2WithJWTAuthorizer;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

export async function callApi(method: string, url: string, call: ApiCall = {}): Promise<ApiAnswer> {
  const answer = (await handler(
    apiEvent(method, url, call),
    lambdaContext,
  )) as APIGatewayProxyStructuredResultV2;
  return {
    status: answer.statusCode ?? 0,
    headers: answer.headers ?? {},
    body: answer.body === undefined ? undefined : JSON.parse(answer.body),
  };
}

/** A call that must be refused: the problem, whose form is checked. */
export async function refused(
  status: number,
  method: string,
  url: string,
  call: ApiCall = {},
): Promise<Problem> {
  const answer = await callApi(method, url, call);
  expect(
    { status: answer.status, type: answer.headers["content-type"] },
    JSON.stringify(answer.body),
  ).toEqual({
    status,
    type: "application/problem+json",
  });
  return Problem.parse(answer.body);
}
