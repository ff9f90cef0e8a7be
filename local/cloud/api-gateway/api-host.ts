import {
  type LoopbackServer,
  type RequestHead,
  startLoopbackServer,
} from "@drover/aws-local/loopback-server";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import type { WireRequest, WireResponse, WireService } from "#shared/http/wire.ts";
import type { WebPage } from "../../console/console-page.ts";
import { type LambdaHost, type LambdaResult, requestLimitBytes } from "../lambda/lambda-host.ts";
import { takeTurns } from "../lambda/one-a-turn.ts";
import { apiEvent, apiResponse, type JwtClaims } from "./api-event.ts";
import { heldStream, isEventStream } from "./held-stream.ts";
import type { createJwtAuthorizer } from "./jwt-authorizer.ts";
import { OpenStreams } from "./open-streams.ts";
import { createThrottle, type ThrottleRates } from "./throttle.ts";
import { type LineOptions, WaitingLine } from "./waiting-line.ts";

/** What an HTTP API says itself, before or instead of the function behind it. No setting of the service changes a word of it. */
const messages = {
  401: "Unauthorized",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
} as const;

/** To the byte what API Gateway answers, so that what works here works there (docs/decisions/0020-unauthorized-body.md). */
const gatewayAnswer = (
  status: keyof typeof messages,
  headers: Readonly<Record<string, string>> = {},
): WireResponse => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({ message: messages[status] }),
});

interface ApiHostOptions {
  readonly lambda: Pick<LambdaHost, "invoke">;
  /** The function behind every route. */
  readonly functionName: string;
  /** Those that need no token, as `GET /path`; everything else is the `$default` route. */
  readonly publicRoutes: readonly string[];
  readonly authorize: ReturnType<typeof createJwtAuthorizer>;
  /** What is beside the API at its address, for everybody: whoever reads it has still to sign in. */
  readonly page?: WebPage;
  readonly accountId: string;
  readonly ids: () => string;
  readonly clock: () => Date;
  readonly port?: number | undefined;
  readonly integrationTimeoutMilliseconds?: number;
  /** Of the API's stage, as in an account; absent: none. */
  readonly throttle?: ThrottleRates;
  /** Of each public route instead, by the stage's route settings; absent: the stage's own. */
  readonly publicThrottle?: ThrottleRates;
  /** Where requests wait that a busy machine has no time for; absent: nobody else takes turns. */
  readonly line?: LineOptions;
}

/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const payloadLimitBytes = 10 * 1024 * 1024;
const integrationLimitMilliseconds = 30_000;
const mostStreamsOfTenant = 100;

/** API Gateway's HTTP API for one machine: its two kinds of route, JWT authorizer, payload 2.0, its limits and its own answers. */
export function startApiHost(options: ApiHostOptions): Promise<LoopbackServer> {
  const { turns = takeTurns(), ...rest } = options.line ?? {};
  const line = new WaitingLine({ turns, ...rest });
  return startLoopbackServer({
    admit: admission(options, line),
    answer: apiService(options, line),
    onConnection: turns.giveWay,
    port: options.port,
    bodyLimitBytes: payloadLimitBytes,
    tooLarge: gatewayAnswer(413),
  });
}

/**
 * What is before the API refuses who brings no token at all (infra/firewall.ts); then the throttle of the route, then its authorizer:
 * what any of them says, no function hears of, and who has no token takes nothing of what is there for those who have one.
 */
function admission(
  options: ApiHostOptions,
  line: WaitingLine,
): (head: RequestHead) => Promise<WireResponse | null> {
  const { page, ids } = options;
  const passes = routeThrottles(options);
  return async (head) => {
    if (page?.takes(head) === true) return null;
    if (line.isLate) return identified(farmBusy(), ids());
    const route = publicRouteOf(options, head);
    const hasToken = route !== undefined || head.headers.authorization !== undefined;
    const refusal =
      !hasToken || passes(route) ? (await authorized(options, head)).refusal : gatewayAnswer(429);
    return refusal && identified(refusal, ids());
  };
}

/** Says of a route whether it lets one more pass; undefined is `$default`. */
function routeThrottles({
  publicRoutes,
  throttle,
  publicThrottle = throttle,
  clock,
}: ApiHostOptions): (route: string | undefined) => boolean {
  const made = (rates: ThrottleRates | undefined) =>
    rates === undefined ? () => true : createThrottle(rates, clock);
  const others = made(throttle);
  const own = new Map(publicRoutes.map((route) => [route, made(publicThrottle)]));
  return (route) => (own.get(route ?? "") ?? others)();
}

const identified = (answer: WireResponse, requestId: string): WireResponse => ({
  ...answer,
  headers: { ...answer.headers, "apigw-requestid": requestId },
});

function apiService(options: ApiHostOptions, line: WaitingLine): WireService {
  const streams = new OpenStreams(mostStreamsOfTenant);
  const ask: Ask = (request, requestId) => line.run(() => answerOf(options, request, requestId));
  return async (request) => {
    if (options.page?.takes(request) === true) return options.page.answer(request);
    const requestId = options.ids();
    const answer = (await ask(request, requestId)) ?? farmBusy();
    const held =
      request.method === "GET" && isEventStream(answer)
        ? await streamOf(options, request, answer, streams, ask)
        : answer;
    return identified(held, requestId);
  };
}

/** Null: there is no time for it now. */
type Ask = (request: WireRequest, requestId: string) => Promise<WireResponse | null>;

/** The answer's stream held open. Each time it is asked on, the token is checked as at first: a stream outlives none. */
async function streamOf(
  options: ApiHostOptions,
  request: WireRequest,
  answer: WireResponse,
  streams: OpenStreams,
  ask: Ask,
): Promise<WireResponse> {
  const { gone } = request;
  const { claims } = await authorized(options, request);
  // Whoever has no connection that could be held gets the answer as it is.
  if (gone === undefined) return answer;
  const close = streams.open(claims?.tenant ?? "");
  if (close === null) return tooManyStreams();
  const next = async (lastEventId: string): Promise<string | null> => {
    const headers = { ...request.headers, ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }) };
    const more = await ask({ ...request, headers }, options.ids());
    if (more === null) return "";
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

/** No answer of API Gateway's, which holds no streams and has machines enough: these two are the farm's own. */
const tooManyStreams = (): WireResponse =>
  farmsOwn("TooManyStreams", `A tenant may have at most ${mostStreamsOfTenant} open streams.`, "10");
const farmBusy = (): WireResponse =>
  farmsOwn("FarmBusy", "The farm gets more requests than its machine can handle in time.", "1");

function farmsOwn(code: ErrorCode, message: string, retryAfterSeconds: string): WireResponse {
  const problem = problemOf(new DroverError(code, message));
  return {
    status: problem.status,
    headers: { "content-type": "application/problem+json", "retry-after": retryAfterSeconds },
    body: JSON.stringify(problem),
  };
}

/** Of the routes without authorizer the one that takes this request: a variable of its path stands for one part. */
function publicRouteOf({ publicRoutes }: ApiHostOptions, { method, path }: RequestHead): string | undefined {
  const parts = path.split("/");
  return publicRoutes.find((key) => {
    const [wantedMethod, wantedPath = ""] = key.split(" ");
    const wanted = wantedPath.split("/");
    return (
      wantedMethod === method &&
      wanted.length === parts.length &&
      wanted.every((part, at) => part === parts[at] || (part.startsWith("{") && parts[at] !== ""))
    );
  });
}

/** Whose request it is; null on a public route. */
async function authorized(
  options: ApiHostOptions,
  head: RequestHead,
): Promise<{ readonly claims: JwtClaims | null; readonly refusal: WireResponse | null }> {
  if (publicRouteOf(options, head) !== undefined) return { claims: null, refusal: null };
  const authorization = await options.authorize(head.headers.authorization);
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
    routeKey: publicRouteOf(options, request) ?? "$default",
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
