import { isUtf8 } from "node:buffer";
import type { APIGatewayProxyEventV2WithJWTAuthorizer, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";
import type { WireRequest, WireResponse } from "#shared/http/wire.ts";

export type JwtClaims = Readonly<Record<string, string>>;

interface EventParts {
  readonly request: WireRequest;
  readonly routeKey: string;
  /** Null on a public route. */
  readonly claims: JwtClaims | null;
  readonly requestId: string;
  readonly accountId: string;
  readonly now: Date;
}

type ApiEvent = Omit<APIGatewayProxyEventV2WithJWTAuthorizer, "requestContext"> & {
  readonly requestContext: Omit<APIGatewayProxyEventV2WithJWTAuthorizer["requestContext"], "authorizer"> & {
    readonly authorizer?: {
      readonly principalId?: string;
      readonly jwt: { readonly claims: JwtClaims; readonly scopes: readonly string[] | null };
    };
  };
};

/**
 * Payload format 2.0 of an HTTP API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html
 */
export function apiEvent({ request, routeKey, claims, requestId, accountId, now }: EventParts): unknown {
  const { cookie, ...headers } = request.headers;
  // What is no UTF-8 cannot travel as text: the function gets the bytes and refuses them.
  const isText = isTextType(headers["content-type"]) && isUtf8(request.body);
  const event: ApiEvent = {
    version: "2.0",
    routeKey,
    rawPath: request.path,
    rawQueryString: request.query,
    ...(cookie === undefined ? {} : { cookies: cookie.split(/;\s*/) }),
    headers: { ...headers },
    ...(request.query === "" ? {} : { queryStringParameters: joinedQuery(request.query) }),
    requestContext: {
      accountId,
      apiId: "local",
      // API Gateway writes null scopes for a route that asks for none: the function reads the claim.
      ...(claims === null ? {} : { authorizer: { jwt: { claims, scopes: null } } }),
      domainName: (headers.host ?? "").replace(/:\d+$/, ""),
      domainPrefix: "local",
      http: {
        method: request.method,
        path: request.path,
        protocol: "HTTP/1.1",
        sourceIp: "127.0.0.1",
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: commonLogTime(now),
      timeEpoch: now.getTime(),
    },
    ...(request.body.length === 0 ? {} : { body: request.body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: request.body.length > 0 && !isText,
  };
  return event;
}

const isTextType = (contentType = ""): boolean =>
  /^(text\/|application\/(json|xml|javascript)|application\/[\w.-]+\+(json|xml))/i.test(contentType);

/** A name may be `toString` or `__proto__`: a plain object would know it already. */
function joinedQuery(query: string): Readonly<Record<string, string>> {
  const joined = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before},${value}`);
  }
  return Object.fromEntries(joined);
}

/** For example `21/Nov/2026:02:11:46 +0000`. */
function commonLogTime(now: Date): string {
  const [, day, month, year, time] = now.toUTCString().split(" ");
  return `${day}/${month}/${year}:${time} +0000`;
}

const Result = z.object({
  statusCode: z.coerce.number().int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  cookies: z.array(z.string()).optional(),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
}) satisfies z.ZodType<APIGatewayProxyStructuredResultV2>;

/** The HTTP answer a function's result stands for; null when API Gateway could make nothing of it. */
export function apiResponse(result: unknown): WireResponse | null {
  if (typeof result !== "object" || result === null || !("statusCode" in result)) {
    // Without a status API Gateway takes the whole result for a JSON body.
    return { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(result) };
  }
  const parsed = Result.safeParse(result);
  if (!parsed.success) return null;
  const { statusCode, headers = {}, cookies, body = "", isBase64Encoded } = parsed.data;
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  return {
    status: statusCode,
    headers: {
      "content-type": "text/plain; charset=utf-8",
      ...Object.fromEntries(named),
      ...(cookies === undefined ? {} : { "set-cookie": cookies }),
    },
    body: isBase64Encoded ? Buffer.from(body, "base64") : body,
  };
}
