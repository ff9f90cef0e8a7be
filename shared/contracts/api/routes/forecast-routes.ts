import { Forecast, ForecastRequest } from "../responses/forecast-response.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

/** What a batch would take, before it starts. */
export const forecastRoutes = {
  forecastBatch: {
    method: "POST",
    path: "/v1/forecasts",
    scope: "jobs:read",
    tag: "batches",
    summary:
      "What tasks, or a rerun of a batch, would take and cost: time and dollars with bands of 50 % and 90 %, and what binds first. It starts nothing and stores nothing.",
    query: none,
    body: ForecastRequest,
    bodyKilobytes: 5_000,
    status: 200,
    response: Forecast,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
