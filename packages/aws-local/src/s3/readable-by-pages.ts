import type { WireService } from "#shared/http/wire.ts";

/**
 * Lets web pages read what they have a link to, as the CORS rule of the bucket in an account lets the console's origin
 * (infra/storage-stack.ts). Which page asks is checked before, by the loopback guard: the console's alone.
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
    // Also of an answer to nobody's page: a browser is not to give it to one from its cache.
    return { ...answer, headers: { ...answer.headers, ...allowed, vary: "origin" } };
  };
