import type { AskedOfRoute } from "./plain-request.ts";
import { type RouteName, routes } from "./routes.ts";

const header = "idempotency-key";

/** Whether the API does a request with the same key once, however often it comes. */
export const takesKey = (name: RouteName): boolean => "takesKey" in routes[name];

/** With its own key where the route takes one and the caller gave none. */
export function withKey(name: RouteName, asked: AskedOfRoute): AskedOfRoute {
  if (!takesKey(name)) return asked;
  const given = Object.keys(asked.headers ?? {}).some((one) => one.toLowerCase() === header);
  return given ? asked : { ...asked, headers: { ...asked.headers, [header]: newKey() } };
}

/** 128 random bits. Browsers give `randomUUID` to pages from secure origins alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
