import type * as z from "zod";
import type { RouteName, Routes } from "./routes.ts";

/** What each route takes and answers, as types alone: for clients, which have no schema of it at run time. */
export type DroverApi = {
  readonly [Name in RouteName]: {
    readonly parameters: Texts<SchemaOf<Routes[Name], "parameters">>;
    readonly query: Texts<SchemaOf<Routes[Name], "query">>;
    readonly headers: Texts<SchemaOf<Routes[Name], "headers">>;
    readonly response: z.output<Routes[Name]["response"]>;
  } & (Routes[Name] extends { readonly body: infer Body extends z.ZodType }
    ? { readonly body: z.input<Body> }
    : { readonly body?: undefined });
};

type SchemaOf<Of, Part extends string> =
  Of extends Readonly<Record<Part, infer Schema extends z.ZodObject>> ? z.input<Schema> : object;

/** Types of values in a URL or header: a value parsed as a number may be given as a number. */
type Texts<Given> = {
  readonly [Name in keyof Given]: unknown extends Given[Name] ? string | number | undefined : Given[Name];
};
