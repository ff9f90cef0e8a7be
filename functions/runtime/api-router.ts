import middy, { type MiddlewareObj } from "@middy/core";
import httpRouter from "@middy/http-router";
import type { APIGatewayProxyEventV2, APIGatewayProxyResultV2, Context } from "aws-lambda";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteDefinition } from "../api/routes.ts";
import { problemResponse, toProblem } from "./http-response.ts";
import { answerRoute, type RouteHandler } from "./http-route.ts";
import { runtimeFor, runtimeLogger } from "./runtime.ts";
import { errorFields, withContext } from "./runtime-logger.ts";

type RouteHandlers<Routes extends Record<string, RouteDefinition>> = {
  readonly [Name in keyof Routes]: RouteHandler<Routes[Name]>;
};

/** One handler for all routes: each request is held to its route, each error leaves as a problem. */
export function apiRouter<const Routes extends Record<string, RouteDefinition>>(
  routes: Routes,
  handlers: RouteHandlers<Routes>,
) {
  const table = Object.entries(routes).map(([name, route]) => ({
    method: route.method,
    path: route.path,
    handler: async (event: APIGatewayProxyEventV2, context: Context) => {
      const runtime = runtimeFor("api");
      const startedAt = performance.now();
      const logger = withContext(runtime.logger, { route: name, requestId: context.awsRequestId });
      const handle = handlers[name] as RouteHandler<RouteDefinition>;
      const response = await answerRoute<RouteDefinition>(route, handle, event, { ...runtime, logger });
      logger.info("answered", {
        status: response.statusCode,
        milliseconds: Math.round(performance.now() - startedAt),
      });
      return response;
    },
  }));
  const router = httpRouter<APIGatewayProxyEventV2, APIGatewayProxyResultV2>({
    routes: table,
    notFoundResponse: ({ method, path }) => {
      throw new DroverError("NotFound", `There is no ${method} ${path}.`, {
        advice: ["GET /openapi.json lists every route."],
      });
    },
  });
  return middy<APIGatewayProxyEventV2, APIGatewayProxyResultV2>({ timeoutEarlyInMillis: 0 })
    .use(problems)
    .handler(router);
}

const problems: MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyResultV2> = {
  onError: (request) => {
    const { event, context, error } = request;
    const requestId = context.awsRequestId;
    const problem = toProblem(error, event.rawPath, requestId);
    const { method, path } = event.requestContext.http;
    const line = {
      method,
      path: path.slice(0, 200),
      status: problem.status,
      requestId,
      ...errorFields(error),
    };
    runtimeLogger()[problem.status >= 500 ? "error" : "info"]("refused", line);
    request.response = problemResponse(problem);
  },
};
