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

/** `packages/client/src/routes.ts`: of each route what it takes to ask it, as plain data without a schema. */
export function clientRoutes(): string {
  const taken = new Set<string>();
  const rows = Object.entries<Route>(routes).map(([name, { method, path, headers, tag }]) => {
    const wanted = shortName(name, tag);
    const short = taken.has(`${tag}.${wanted}`) ? name : wanted;
    taken.add(`${tag}.${short}`);
    const key = headers !== undefined && "idempotency-key" in headers.shape ? ", takesKey: true" : "";
    return `  ${name}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, group: "${tag}", short: "${short}"${key} },`;
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
