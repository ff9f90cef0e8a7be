import * as z from "zod";
import type { UiServer } from "./ui-server.ts";

/** One signature of a method: what its parameters are, and what it does with them. */
export interface RpcOverload {
  /** Undefined: these parameters are not of this signature. */
  readonly call: (params: readonly unknown[], server: UiServer) => { readonly result: unknown } | undefined;
}
export type RpcMethods = Readonly<Record<string, readonly RpcOverload[]>>;

type Outputs<Params extends readonly z.ZodType[]> = {
  -readonly [Index in keyof Params]: z.output<Params[Index]>;
};

/** `run` may give a promise. */
export function overload<const Params extends readonly z.ZodType[]>(
  params: Params,
  run: (server: UiServer, ...given: Outputs<Params>) => unknown,
): RpcOverload {
  return {
    call: (given, server) => {
      if (given.length !== params.length) return undefined;
      const read = params.map((schema, index) => schema.safeParse(given[index]));
      if (!read.every(({ success }) => success)) return undefined;
      return { result: run(server, ...(read.map(({ data }) => data) as Outputs<Params>)) };
    },
  };
}

/** Jackson takes a number with a fraction for an int, too, and cuts it off. */
export const Int = z.number().min(-100_000).max(100_000).transform(Math.trunc);
/** Steps of a gesture: 5 ms each. */
export const Steps = z.number().int().min(0).max(10_000);
export const Milliseconds = z.number().min(0).max(600_000);
export const stepMilliseconds = 5;
