export { ApiProblem } from "./api-problem.ts";
export type { ApiTypes, RequestOf, RouteTypes, UntypedApi } from "./api-types.ts";
export { type Client, type ClientOptions, createClient } from "./client.ts";
export { type EventOptions, events, type ServerEvent } from "./events.ts";
export { NoAnswer } from "./no-answer.ts";
export { NoEvents } from "./no-events.ts";
export { pages } from "./pages.ts";
export { type AskedOfRoute, type PlainRequest, plainRequest } from "./plain-request.ts";
export { type RouteName, routes } from "./routes.ts";
