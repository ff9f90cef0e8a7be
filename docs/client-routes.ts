import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";

/** `packages/client/src/routes.ts`: of each route what it takes to ask it, as plain data without a schema. */
export function clientRoutes(): string {
  const rows = Object.entries<Route>(routes).map(([name, { method, path, headers }]) => {
    const key = headers !== undefined && "idempotency-key" in headers.shape ? ", takesKey: true" : "";
    return `  ${name}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}${key} },`;
  });
  return [
    "/** Every route of the API. Written by `npm run openapi`. */",
    "export const routes = {",
    ...rows,
    "} as const;",
    "export type RouteName = keyof typeof routes;",
    "",
  ].join("\n");
}
