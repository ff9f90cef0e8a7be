import middy, { type MiddlewareObj } from "@middy/core";
import httpRouter from "@middy/http-router";
import type {
  APIGatewayProxyEventV2,
  APIGatewayProxyResultV2,
  APIGatewayProxyStructuredResultV2,
  Context,
} from "aws-lambda";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import { problemResponse } from "#api/http/http-response.ts";
import { type RouteHandler, respondTo } from "#api/http/http-route.ts";
import { throughAddress } from "#api/http/through-address.ts";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { problemOf } from "#shared/errors/problem-of.ts";
import { inTrace } from "./in-trace.ts";
import { runtimeFor, runtimeLogger } from "./runtime.ts";

/** Loads the module that exports a route's handler by the route's name. */
type LoadHandlers<Routes extends Record<string, Route>> = {
  readonly [Name in keyof Routes]: () => Promise<{ readonly [Of in Name]: RouteHandler<Routes[Of]> }>;
};

type Respond = (
  event: APIGatewayProxyEventV2,
  context: Context,
) => Promise<APIGatewayProxyStructuredResultV2>;

/** One handler for all routes: it checks each request against its route and returns each error as a problem. */
export function apiRouter<const Routes extends Record<string, Route>>(
  routes: Routes,
  loads: LoadHandlers<Routes>,
) {
  const table = Object.entries(routes).flatMap(([name, route]) => {
    const load = loads[name] as () => Promise<Readonly<Record<string, RouteHandler<Route>>>>;
    const handler = responder(name, route, async (request, runtime) =>
      (await load())[name]?.(request, runtime),
    );
    const entry = { method: route.method, path: route.path, handler };
    return route.method === "GET"
      ? [entry, { ...entry, method: "HEAD" as const, handler: withoutBody(handler) }]
      : [entry];
  });
  const router = httpRouter<APIGatewayProxyEventV2, APIGatewayProxyResultV2>({
    routes: table,
    notFoundResponse: ({ method, path }) => {
      const allow = allowedMethods(path, table);
      // What may be asked is not a secret; who may is decided when it is.
      if (method === "OPTIONS" && allow.length > 0)
        return { statusCode: 204, headers: { allow: [...allow, "OPTIONS"].join(", ") } };
      throw notRouted(method, path, allow);
    },
  });
  return middy<APIGatewayProxyEventV2, APIGatewayProxyResultV2>({ timeoutEarlyInMillis: 0 })
    .use(problems)
    .use(throughAddress)
    .handler(router);
}

const responder =
  (name: string, route: Route, handle: RouteHandler<Route>): Respond =>
  async (event, context) => {
    const runtime = runtimeFor("api");
    const startedAt = performance.now();
    const logger = withContext(runtime.logger, { route: name, requestId: context.awsRequestId });
    const respond = () => respondTo<Route>(route, handle, event, { ...runtime, logger });
    const response = await inTrace("api", undefined, runtime, respond);
    // Readers of a stream ask every second.
    logger[route.streams ? "debug" : "info"]("answered", {
      status: response.statusCode,
      milliseconds: Math.round(performance.now() - startedAt),
    });
    return response;
  };

const withoutBody =
  (respond: Respond): Respond =>
  async (event, context) => {
    const { body: _, ...response } = await respond(event, context);
    return response;
  };

const allowedMethods = (
  path: string,
  table: readonly { readonly method: string; readonly path: string }[],
): readonly string[] => [
  ...new Set(table.filter((entry) => fits(entry.path, path)).map((entry) => entry.method)),
];

function notRouted(method: string, path: string, allowed: readonly string[]): DroverError {
  const advice = ["GET /openapi.json lists every route."];
  if (allowed.length === 0) return new DroverError("NotFound", `There is no ${method} ${path}.`, { advice });
  return new DroverError("MethodNotAllowed", `There is no ${method} ${path}, only ${allowed.join(", ")}.`, {
    advice,
    details: { allow: allowed },
  });
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const parts = path.replace(/\/$/, "").split("/");
  return (
    wanted.length === parts.length &&
    wanted.every((part, index) => part === parts[index] || (part.startsWith("{") && parts[index] !== ""))
  );
}

const problems: MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyResultV2> = {
  onError: (request) => {
    const { event, context, error } = request;
    const requestId = context.awsRequestId;
    const problem = problemOf(error, { instance: event.rawPath, requestId });
    const { method, path } = event.requestContext.http;
    const line = {
      method,
      path: path.slice(0, 200),
      status: problem.status,
      requestId,
      ...errorFields(error),
    };
    runtimeLogger()[problem.status >= 500 ? "error" : "info"]("refused", line);
    const { body, ...response } = problemResponse(problem, headersOf(error));
    request.response = method === "HEAD" ? response : { ...response, body };
  },
};

/** RFC 9110, 15.5.6: a refused method is told which ones there are; 10.2.3: who comes too soon, when to come again. */
function headersOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof DroverError)) return {};
  const { allow, retryAfterSeconds } = error.details;
  return {
    ...(Array.isArray(allow) ? { allow: allow.join(", ") } : {}),
    ...(typeof retryAfterSeconds === "number" ? { "retry-after": String(retryAfterSeconds) } : {}),
  };
}
