import { type RouteName, routes } from "./routes.ts";

/** As it is given to a method of the client, whatever the route. */
export interface AskedOfRoute {
  readonly query?: object;
  readonly headers?: object;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  /** The names in its path. */
  readonly [parameter: string]: unknown;
}

export interface PlainRequest {
  readonly method: string;
  readonly url: string;
  /** As JSON; undefined: none is sent. */
  readonly body: string | undefined;
}

/**
 * A request as it goes over the wire, without its headers: to be sent, or to be shown to somebody who sends it himself.
 * @throws TypeError without a name in its path, or for one that would lead to another route
 */
export function plainRequest(apiUrl: string, name: RouteName, asked: AskedOfRoute = {}): PlainRequest {
  const { method, path } = routes[name];
  const { query = {}, body } = asked;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, parameter: string) => {
    const value = String(asked[parameter] ?? "");
    // Of `/v1/jobs/{id}` the list would be asked for, or what lies above.
    if (/^\.{0,2}$/.test(value)) throw new TypeError(`${name} needs '${parameter}', a name in its path.`);
    return encodeURIComponent(value);
  });
  const url = new URL(filled, apiUrl);
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(key, String(value));
  }
  return { method, url: url.href, body: body === undefined ? undefined : JSON.stringify(body) };
}
