import { type LoopbackServer, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { type LambdaHost, type LambdaResult, requestLimitBytes } from "../lambda/lambda-host.ts";
import { apiEvent, apiResponse, type JwtClaims } from "./api-event.ts";
import { gatewayProblem } from "./gateway-problem.ts";
import type { createJwtAuthorizer } from "./jwt-authorizer.ts";

interface ApiHostOptions {
  readonly lambda: Pick<LambdaHost, "invoke">;
  /** The function behind every route. */
  readonly functionName: string;
  /** Those that need no token, as `GET /path`; everything else is the `$default` route. */
  readonly publicRoutes: readonly string[];
  readonly authorize: ReturnType<typeof createJwtAuthorizer>;
  readonly accountId: string;
  readonly ids: () => string;
  readonly clock: () => Date;
  readonly port?: number | undefined;
  readonly integrationTimeoutMilliseconds?: number;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const payloadLimitBytes = 10 * 1024 * 1024;
const integrationLimitMilliseconds = 30_000;

/** API Gateway's HTTP API for one machine: its two kinds of route, JWT authorizer, payload 2.0, its limits and its own answers. */
export const startApiHost = (options: ApiHostOptions): Promise<LoopbackServer> =>
  startLoopbackServer({
    answer: apiService(options),
    port: options.port,
    bodyLimitBytes: payloadLimitBytes,
    tooLarge: tooLarge(`A request may have at most ${payloadLimitBytes} bytes.`),
  });

const tooLarge = (detail: string): WireResponse =>
  gatewayProblem(413, "Request Entity Too Large", "InvalidRequest", detail);

function apiService(options: ApiHostOptions): WireService {
  return async (request) => {
    const requestId = options.ids();
    const answer = await answerOf(options, request, requestId);
    return { ...answer, headers: { ...answer.headers, "apigw-requestid": requestId } };
  };
}

async function answerOf(
  options: ApiHostOptions,
  request: WireRequest,
  requestId: string,
): Promise<WireResponse> {
  const named = `${request.method} ${request.path}`;
  const isPublic = options.publicRoutes.includes(named);
  let claims: JwtClaims | null = null;
  if (!isPublic) {
    const authorized = await options.authorize(request.headers.authorization);
    if (!authorized.ok) {
      return gatewayProblem(401, "Unauthorized", "Unauthorized", authorized.reason, {
        "www-authenticate": authorized.challenge,
      });
    }
    claims = authorized.claims;
  }
  const { accountId, clock } = options;
  const event = apiEvent({
    request,
    routeKey: isPublic ? named : "$default",
    claims,
    requestId,
    accountId,
    now: clock(),
  });
  if (Buffer.byteLength(JSON.stringify(event)) > requestLimitBytes) {
    return tooLarge(`A request's event may have at most ${requestLimitBytes} bytes.`);
  }
  const result = await inTime(options, options.lambda.invoke(options.functionName, event));
  if (result === null) {
    return gatewayProblem(503, "Service Unavailable", "HostTimeout", "The function took longer than 30 s.");
  }
  const response = result.failed ? null : apiResponse(JSON.parse(result.payload));
  return (
    response ??
    gatewayProblem(500, "Internal Server Error", "InternalError", `Request ${requestId} failed; see the log.`)
  );
}

async function inTime(options: ApiHostOptions, invoked: Promise<LambdaResult>): Promise<LambdaResult | null> {
  const late = Promise.withResolvers<null>();
  const limit = options.integrationTimeoutMilliseconds ?? integrationLimitMilliseconds;
  const timer = setTimeout(() => late.resolve(null), limit);
  try {
    return await Promise.race([invoked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
