import type { RouteName, routes } from "./routes.ts";

/** What one route takes and answers. */
export interface RouteTypes {
  /** The names in its path, each a text. */
  readonly parameters: object;
  readonly query: object;
  readonly headers: object;
  readonly body?: unknown;
  readonly response: unknown;
}

/** A type for each route: whoever has the API's contracts derives them, and a client of them is typed. */
export type ApiTypes = { readonly [Name in RouteName]: RouteTypes };

/** For a client without contracts: every text goes in, and what comes out is for its caller to check. */
export type UntypedApi = {
  readonly [Name in RouteName]: {
    readonly parameters: { readonly [Parameter in ParameterOf<(typeof routes)[Name]["path"]>]: string };
    readonly query: Readonly<Record<string, string | number | undefined>>;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
    readonly response: unknown;
  };
};

/** What is in braces in a path. */
type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;

/** Of everybody who asks. */
interface Asking {
  /** Gives the request up. */
  readonly signal?: AbortSignal | undefined;
}

/** What is asked of a route: the names in its path beside `query`, `headers` and `body`. */
export type RequestOf<Types extends RouteTypes> = Types["parameters"] &
  Asking & {
    readonly query?: Types["query"];
    readonly headers?: Types["headers"];
  } & (undefined extends Types["body"]
    ? { readonly body?: Types["body"] }
    : { readonly body: Types["body"] });
