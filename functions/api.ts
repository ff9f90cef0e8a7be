import { routes } from "#shared/contracts/api/routes.ts";
import { routeHandlers } from "./api/route-handlers.ts";
import { apiRouter } from "./runtime/api-router.ts";

/** The public HTTP API behind API Gateway (HTTP API, payload 2.0, JWT authorizer). */
export const handler = apiRouter(routes, routeHandlers);
