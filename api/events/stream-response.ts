import { RouteResponse } from "../http/http-route.ts";

export const streamResponse = (body: string): RouteResponse =>
  new RouteResponse({
    whole: {
      statusCode: 200,
      headers: {
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      },
      body,
    },
  });
