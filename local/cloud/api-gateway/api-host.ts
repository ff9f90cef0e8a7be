import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import { type LoopbackServer, type RequestHead, startLoopbackServer } from "#shared/http/loopback-server.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import { type LambdaHost, type LambdaResult, requestLimitBytes } from "../lambda/lambda-host.ts";
import { apiEvent, apiResponse, type JwtClaims } from "./api-event.ts";
import { gatewayAnswer } from "./gateway-answer.ts";
import { heldStream, isEventStream } from "./held-stream.ts";
import type { createJwtAuthorizer } from "./jwt-authorizer.ts";
import { OpenStreams } from "./open-streams.ts";
import { createThrottle, type ThrottleRates } from "./throttle.ts";

export interface WebPage {
  takes(head: RequestHead): boolean;
  answer(head: RequestHead): Promise<WireResponse>;
}

interface ApiHostOptions {
  readonly lambda: Pick<LambdaHost, "invoke">;
  /** The function behind every route. */
  readonly functionName: string;
  /** Those that need no token, as `GET /path`; everything else is the `$default` route. */
  readonly publicRoutes: readonly string[];
  readonly authorize: ReturnType<typeof createJwtAuthorizer>;
  /** What stands beside the API at its address, for everybody: whoever reads it has still to sign in. */
  readonly page?: WebPage;
  readonly accountId: string;
  readonly ids: () => string;
  readonly clock: () => Date;
  readonly port?: number | undefined;
  readonly integrationTimeoutMilliseconds?: number;
  /** Of the API's stage, as in an account; absent: none. */
  readonly throttle?: ThrottleRates;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const payloadLimitBytes = 10 * 1024 * 1024;
const integrationLimitMilliseconds = 30_000;
const mostStreamsOfTenant = 100;

/** API Gateway's HTTP API for one machine: its two kinds of route, JWT authorizer, payload 2.0, its limits and its own answers. */
export const startApiHost = (options: ApiHostOptions): Promise<LoopbackServer> =>
  startLoopbackServer({
    admit: admission(options),
    answer: apiService(options),
    port: options.port,
    bodyLimitBytes: payloadLimitBytes,
    tooLarge: gatewayAnswer(413),
  });

/** The stage's throttle comes first, then the route's authorizer: what either says, no function hears of. */
function admission(options: ApiHostOptions): (head: RequestHead) => Promise<WireResponse | null> {
  const { page, ids, clock, throttle } = options;
  const passes = throttle === undefined ? () => true : createThrottle(throttle, clock);
  return async (head) => {
    if (page?.takes(head) === true) return null;
    const refusal = passes() ? (await authorized(options, head)).refusal : gatewayAnswer(429);
    return refusal && identified(refusal, ids());
  };
}

const identified = (answer: WireResponse, requestId: string): WireResponse => ({
  ...answer,
  headers: { ...answer.headers, "apigw-requestid": requestId },
});

function apiService(options: ApiHostOptions): WireService {
  const streams = new OpenStreams(mostStreamsOfTenant);
  return async (request) => {
    if (options.page?.takes(request) === true) return options.page.answer(request);
    const requestId = options.ids();
    const answer = await answerOf(options, request, requestId);
    const held =
      request.method === "GET" && isEventStream(answer)
        ? await streamOf(options, request, answer, streams)
        : answer;
    return identified(held, requestId);
  };
}

/** The answer's stream held open. Each time it is asked on, the token is checked as at first: a stream outlives none. */
async function streamOf(
  options: ApiHostOptions,
  request: WireRequest,
  answer: WireResponse,
  streams: OpenStreams,
): Promise<WireResponse> {
  const { gone } = request;
  const { claims } = await authorized(options, request);
  // Whoever has no connection that could be held gets the answer as it is.
  if (gone === undefined) return answer;
  const close = streams.open(claims?.tenant ?? "");
  if (close === null) return tooManyStreams();
  const next = async (lastEventId: string): Promise<string | null> => {
    const headers = { ...request.headers, ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }) };
    const more = await answerOf(options, { ...request, headers }, options.ids());
    return isEventStream(more) ? String(more.body) : null;
  };
  const rest = closing(heldStream({ first: String(answer.body), next, gone }), close);
  return { ...answer, rest };
}

async function* closing(pieces: AsyncIterable<string>, close: () => void): AsyncGenerator<string> {
  try {
    yield* pieces;
  } finally {
    close();
  }
}

const retryAfterSeconds = "10";
/** No answer of API Gateway's, which holds no streams: this one is the farm's own. */
function tooManyStreams(): WireResponse {
  const words = `At most ${mostStreamsOfTenant} streams of a tenant are open at once.`;
  return {
    status: 429,
    headers: { "content-type": "application/problem+json", "retry-after": retryAfterSeconds },
    body: JSON.stringify(problemOf(new DroverError("TooManyStreams", words))),
  };
}

const nameOf = ({ method, path }: RequestHead): string => `${method} ${path}`;

/** Whose request it is; null on a public route. */
async function authorized(
  { authorize, publicRoutes }: ApiHostOptions,
  head: RequestHead,
): Promise<{ readonly claims: JwtClaims | null; readonly refusal: WireResponse | null }> {
  if (publicRoutes.includes(nameOf(head))) return { claims: null, refusal: null };
  const authorization = await authorize(head.headers.authorization);
  if (authorization.ok) return { claims: authorization.claims, refusal: null };
  return { claims: null, refusal: gatewayAnswer(401, { "www-authenticate": authorization.challenge }) };
}

async function answerOf(
  options: ApiHostOptions,
  request: WireRequest,
  requestId: string,
): Promise<WireResponse> {
  const { claims, refusal } = await authorized(options, request);
  if (refusal !== null) return refusal;
  const { accountId, clock } = options;
  const event = apiEvent({
    request,
    routeKey: claims === null ? nameOf(request) : "$default",
    claims,
    requestId,
    accountId,
    now: clock(),
  });
  if (Buffer.byteLength(JSON.stringify(event)) > requestLimitBytes) return gatewayAnswer(413);
  const result = await inTime(options, options.lambda.invoke(options.functionName, event));
  if (result === null) return gatewayAnswer(503);
  const response = result.failed ? null : apiResponse(JSON.parse(result.payload));
  return response ?? gatewayAnswer(500);
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
