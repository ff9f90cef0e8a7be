import { ApiProblem } from "./api-problem.ts";
import type { ApiTypes, RequestOf, UntypedApi } from "./api-types.ts";
import { NoAnswer } from "./no-answer.ts";
import { type AskedOfRoute, plainRequest } from "./plain-request.ts";
import { type RouteName, routes } from "./routes.ts";

export interface ClientOptions {
  /** Where the API is, for example `https://drover.example`: what it answers lies below. */
  readonly apiUrl: string;
  /** A bearer token, or where to get the one that is good now. */
  readonly token: string | (() => string | undefined | Promise<string | undefined>);
  /** Instead of the global one. */
  readonly fetch?: typeof fetch;
  /** Checks and reads an answer; absent: it is taken as it came. Its error is the call's. */
  readonly parse?: (name: RouteName, answer: unknown) => unknown;
  readonly deadlineMilliseconds?: number;
  /** How a pause is made when the gateway turns a request away; absent: by a timer. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

/** One method for each route of the API, by its name. Each throws ApiProblem, NoAnswer, or what `parse` throws. */
export type Client<Types extends ApiTypes = UntypedApi> = {
  readonly [Name in RouteName]: Record<never, never> extends RequestOf<Types[Name]>
    ? (request?: RequestOf<Types[Name]>) => Promise<Types[Name]["response"]>
    : (request: RequestOf<Types[Name]>) => Promise<Types[Name]["response"]>;
} & {
  /** Sends a request and gives its answer with the body unread, when the answer is good. */
  readonly open: (name: RouteName, asked?: AskedOfRoute) => Promise<Response>;
  readonly apiUrl: string;
};

const usualDeadlineMilliseconds = 30_000;

export function createClient<Types extends ApiTypes = UntypedApi>(options: ClientOptions): Client<Types> {
  const { apiUrl, parse, deadlineMilliseconds = usualDeadlineMilliseconds } = options;
  const open = (name: RouteName, asked: AskedOfRoute = {}): Promise<Response> => send(options, name, asked);
  const call = async (name: RouteName, asked: AskedOfRoute = {}): Promise<unknown> => {
    const deadline = AbortSignal.timeout(deadlineMilliseconds);
    const signal = asked.signal ? AbortSignal.any([asked.signal, deadline]) : deadline;
    const response = await open(name, { ...asked, signal });
    const answer: unknown = await response.json().catch(() => null);
    return parse ? parse(name, answer) : answer;
  };
  const methods = Object.fromEntries(
    (Object.keys(routes) as RouteName[]).map((name) => [name, (asked?: AskedOfRoute) => call(name, asked)]),
  );
  return { ...methods, open, apiUrl } as unknown as Client<Types>;
}

const mostTimesTurnedAway = 6;
const firstPauseMilliseconds = 200;

/** What the gateway's throttle turned away nobody has seen: it is sent again, whatever it was, after growing pauses of random length. */
async function send(options: ClientOptions, name: RouteName, asked: AskedOfRoute): Promise<Response> {
  const { wait = timer } = options;
  for (let turnedAway = 0; ; turnedAway += 1) {
    try {
      return await sendOnce(options, name, asked);
    } catch (error) {
      const again = error instanceof ApiProblem && error.isThrottled && turnedAway < mostTimesTurnedAway;
      if (!again || asked.signal?.aborted === true) throw error;
      await wait(Math.round(firstPauseMilliseconds * 2 ** turnedAway * (0.5 + Math.random() / 2)));
    }
  }
}

const timer = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

async function sendOnce(options: ClientOptions, name: RouteName, asked: AskedOfRoute): Promise<Response> {
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
  }).catch((cause: unknown) => {
    throw new NoAnswer(apiUrl, cause);
  });
  if (response.ok) return response;
  const answer: unknown = await response.json().catch(() => null);
  const { status, headers } = response;
  const requestId = headers.get("apigw-requestid") ?? undefined;
  throw new ApiProblem(status, answer, requestId, headers.get("www-authenticate"));
}
