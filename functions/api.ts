import { routeHandlers } from "#api/route-handlers.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";
import { apiRouter } from "./runtime/api-router.ts";

/** The public HTTP API behind API Gateway (HTTP API, payload 2.0, JWT authorizer). */
export const handler = apiRouter(routes, routeHandlers);
