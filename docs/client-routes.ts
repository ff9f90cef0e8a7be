import type { Route } from "#shared/contracts/api/routes/route.ts";
import { routes } from "#shared/contracts/api/routes/routes.ts";

/** A route's name within its group: `submitJob` of `jobs` is `submit`, `readResults` of `batches` is `results`. */
function shortName(name: string, group: string): string {
  const noun = group.replace(/(?<=ch)es$|s$/, "");
  const anyCase = `[${noun[0]?.toUpperCase()}${noun[0]}]${noun.slice(1)}`;
  const rest = name.replace(new RegExp(`${anyCase}(es|s)?(?=[A-Z]|$)`), "");
  const short = rest.replace(/^(read|list)(?=[A-Z])/, "").replace(/In$/, "");
  return short === "" ? name : `${short[0]?.toLowerCase()}${short.slice(1)}`;
}

interface NamedRoute {
  readonly name: string;
  readonly group: string;
  /** Its name within the group. */
  readonly short: string;
  readonly takesKey: boolean;
  readonly route: Route;
}

/** Every route with its names in the clients. */
export function namedRoutes(): readonly NamedRoute[] {
  const taken = new Set<string>();
  return Object.entries<Route>(routes).map(([name, route]) => {
    const { headers, tag: group } = route;
    const wanted = shortName(name, group);
    const short = taken.has(`${group}.${wanted}`) ? name : wanted;
    taken.add(`${group}.${short}`);
    const takesKey = headers !== undefined && "idempotency-key" in headers.shape;
    return { name, group, short, takesKey, route };
  });
}

/** `packages/client/src/routes.ts`: of each route what it takes to ask it, as plain data without a schema. */
export function clientRoutes(): string {
  const rows = namedRoutes().map(
    ({ name, group, short, takesKey, route: { method, path } }) =>
      `  ${name}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, group: "${group}", short: "${short}"${takesKey ? ", takesKey: true" : ""} },`,
  );
  return [
    "/** Every route of the API. Written by `npm run openapi`. */",
    "export const routes = {",
    ...rows,
    "} as const;",
    "export type RouteName = keyof typeof routes;",
    "",
  ].join("\n");
}
