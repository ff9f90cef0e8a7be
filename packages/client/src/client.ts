import type { DroverApi } from "./api.ts";
import { ApiProblem } from "./api-problem.ts";
import type { ApiTypes, RequestOf } from "./api-types.ts";
import { withKey } from "./idempotency-key.ts";
import { NoAnswer } from "./no-answer.ts";
import { type AskedOfRoute, plainRequest } from "./plain-request.ts";
import { isTriedAgain, isTurnedAway, type RetryOptions, retried } from "./retried.ts";
import { secondsOf } from "./retry-after.ts";
import { type RouteName, routes } from "./routes.ts";

export interface ClientOptions {
  /** Where the API is, for example `https://drover.example`: what it answers lies below. */
  readonly apiUrl: string;
  /** A bearer token, or where to get the one that is good now. */
  readonly token: string | (() => string | undefined | Promise<string | undefined>);
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** Checks and reads an answer, and may return a promise; absent: the answer is returned unchecked. Its error is the call's. */
  readonly parse?: (name: RouteName, answer: unknown) => unknown;
  readonly deadlineMilliseconds?: number;
  /** What is sent again, and how long; absent: as `RetryOptions` says of each. */
  readonly retry?: RetryOptions;
}

/** How a route is asked. Throws ApiProblem, NoAnswer, AbortError for a call that its signal gave up, or what `parse` throws. */
type Method<Types extends ApiTypes[RouteName]> =
  Record<never, never> extends RequestOf<Types>
    ? (request?: RequestOf<Types>) => Promise<Types["response"]>
    : (request: RequestOf<Types>) => Promise<Types["response"]>;

type Group = (typeof routes)[RouteName]["group"];
type NamesOf<In extends Group> = {
  [Name in RouteName]: (typeof routes)[Name]["group"] extends In ? Name : never;
}[RouteName];

/** The methods by group, `client.jobs.submit`, and each by its route's own name too, `client.submitJob`. */
export type Client<Types extends ApiTypes = DroverApi> = {
  readonly [Name in RouteName]: Method<Types[Name]>;
} & {
  readonly [In in Group]: {
    readonly [Name in NamesOf<In> as (typeof routes)[Name]["short"]]: Method<Types[Name]>;
  };
} & {
  /** Gives the answer with its body unread, when it is good. Sent again is only what the gateway's throttle turned away. */
  readonly open: (name: RouteName, asked?: AskedOfRoute) => Promise<Response>;
  readonly apiUrl: string;
};

const usualDeadlineMilliseconds = 30_000;

export function createClient<Types extends ApiTypes = DroverApi>(options: ClientOptions): Client<Types> {
  const { apiUrl, parse, deadlineMilliseconds = usualDeadlineMilliseconds } = options;
  const open = (name: RouteName, asked: AskedOfRoute = {}): Promise<Response> =>
    send(options, name, asked, isTurnedAway, asked.signal);
  const call = async (name: RouteName, asked: AskedOfRoute = {}): Promise<unknown> => {
    const deadline = AbortSignal.timeout(deadlineMilliseconds);
    const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline;
    const response = await send(options, name, { ...asked, signal }, isTriedAgain, asked.signal);
    const answer = inJson(await response.text().catch(broken(apiUrl, asked.signal)));
    return parse ? parse(name, answer) : answer;
  };
  const methods = Object.fromEntries(
    (Object.keys(routes) as RouteName[]).map((name) => [name, (asked?: AskedOfRoute) => call(name, asked)]),
  );
  return { ...methods, ...grouped(methods), open, apiUrl } as unknown as Client<Types>;
}

/** The same methods, by group. */
function grouped<Each>(methods: Readonly<Record<string, Each>>): Readonly<Record<string, object>> {
  const groups: Record<string, Record<string, Each | undefined>> = {};
  for (const [name, { group, short }] of Object.entries(routes))
    groups[group] = { ...groups[group], [short]: methods[name] };
  return groups;
}

/** One key for all its attempts, so that what was taken unseen is not taken twice. */
function send(
  options: ClientOptions,
  name: RouteName,
  asked: AskedOfRoute,
  isAgain: (error: unknown, name: RouteName) => boolean,
  givenUp: AbortSignal | undefined,
): Promise<Response> {
  const keyed = withKey(name, asked);
  return retried(() => sendOnce(options, name, keyed, givenUp), {
    ...options.retry,
    signal: asked.signal,
    isTriedAgain: (error) => isAgain(error, name),
  });
}

async function sendOnce(
  options: ClientOptions,
  name: RouteName,
  asked: AskedOfRoute,
  givenUp: AbortSignal | undefined,
): Promise<Response> {
  const { apiUrl, token, fetch: ask = fetch } = options;
  const { method, url, body } = plainRequest(apiUrl, name, asked);
  const bearer = typeof token === "function" ? await token() : token;
  const response = await ask(url, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...asked.headers,
    },
    ...(body === undefined ? {} : { body }),
    // A browser keeps what has an ETag, and asks with it whether it still holds.
    cache: "no-cache",
    ...(asked.signal ? { signal: asked.signal } : {}),
  }).catch(broken(apiUrl, givenUp));
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { status, headers } = response;
  const requestId = headers.get("apigw-requestid") ?? undefined;
  throw new ApiProblem(status, answer, {
    requestId,
    challenge: headers.get("www-authenticate"),
    retryAfterSeconds: secondsOf(headers.get("retry-after")),
  });
}

/** Half an answer is none. What the caller gave up is not a failure of the API: it fails as `fetch` does, with the signal's reason. */
const broken =
  (apiUrl: string, givenUp: AbortSignal | undefined) =>
  (cause: unknown): never => {
    givenUp?.throwIfAborted();
    throw new NoAnswer(apiUrl, cause);
  };

/** null: there is nothing, or something else. */
function inJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
