import type { WireService } from "../http/wire.ts";

/**
 * Lets web pages read what they have a link to, as a bucket's CORS rule does. Which page asks is checked
 * before, by the loopback guard.
 */
export const readableByPages =
  (service: WireService): WireService =>
  async (request) => {
    const answer = await service(request);
    if (request.method !== "GET" && request.method !== "HEAD") return answer;
    const { origin } = request.headers;
    const allowed =
      origin === undefined
        ? {}
        : { "access-control-allow-origin": origin, "access-control-expose-headers": "etag, content-length" };
    // Also without an origin: a browser must not give the cached answer to another page.
    return { ...answer, headers: { ...answer.headers, ...allowed, vary: "origin" } };
  };
