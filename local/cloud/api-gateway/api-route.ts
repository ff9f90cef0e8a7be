/** One route of the HTTP API, as API Gateway takes it. */
export interface ApiRoute {
  readonly method: string;
  /** For example `/v1/jobs/{jobId}`. */
  readonly path: string;
  /** Served without a token. */
  readonly isPublic?: boolean;
}

export interface MatchedRoute {
  readonly route: ApiRoute;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The route of a request, fixed parts winning over parameters as at API Gateway; null when there is none. */
export function matchRoute(routes: readonly ApiRoute[], method: string, path: string): MatchedRoute | null {
  const parts = path.split("/");
  let best: (MatchedRoute & { readonly parameterCount: number }) | null = null;
  for (const route of routes) {
    if (route.method !== method) continue;
    const pathParameters = matchPath(route.path.split("/"), parts);
    if (pathParameters === null) continue;
    const parameterCount = Object.keys(pathParameters).length;
    if (best === null || parameterCount < best.parameterCount)
      best = { route, pathParameters, parameterCount };
  }
  return best;
}

function matchPath(
  pattern: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (pattern.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [index, wanted] of pattern.entries()) {
    const given = parts[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(wanted)?.[1];
    if (name === undefined) {
      if (given !== wanted) return null;
    } else {
      if (given === "") return null;
      parameters[name] = decoded(given);
    }
  }
  return parameters;
}

/** A part that is no valid encoding is passed on as it came: the function then finds no such id. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
