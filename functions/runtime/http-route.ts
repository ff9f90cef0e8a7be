import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type * as z from "zod";
import type { TenantId } from "#shared/contracts/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { storageError } from "#shared/storage/storage-call.ts";
import { callerTenant, type Scope } from "./caller.ts";
import { fieldError, invalidFields } from "./field-errors.ts";
import { jsonResponse } from "./http-response.ts";
import { readJsonBody } from "./read-json-body.ts";
import type { Runtime } from "./runtime.ts";

interface RouteShape {
  readonly scope: Scope | null;
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: number;
  readonly answer: z.ZodType;
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Route, Part extends string> = Route extends { readonly [P in Part]: infer Schema }
  ? Parsed<Schema>
  : undefined;

/** A request that fits its route, and whose it is. */
export interface RouteRequest<Route> {
  /** Of the verified token; for a route without scope nobody's. */
  readonly tenantId: Route extends { readonly scope: null } ? undefined : TenantId;
  readonly parameters: PartOf<Route, "parameters">;
  readonly query: PartOf<Route, "query">;
  readonly headers: PartOf<Route, "headers">;
  readonly body: PartOf<Route, "body">;
}

/** The answer's body, or a whole response when more than that is to be said. */
export type RouteHandler<Route extends RouteShape> = (
  request: RouteRequest<Route>,
  runtime: Runtime<"api">,
) => Promise<z.output<Route["answer"]> | RouteResponse>;

/** Told from a body by its class. */
export class RouteResponse {
  readonly response: APIGatewayProxyStructuredResultV2;
  constructor(response: APIGatewayProxyStructuredResultV2) {
    this.response = response;
  }
}

/** Who may ask comes first, then whether the id can exist, then the rest: nobody learns more than he may. */
export async function answerRoute<Route extends RouteShape>(
  route: Route,
  handle: RouteHandler<Route>,
  event: APIGatewayProxyEventV2,
  runtime: Runtime<"api">,
): Promise<APIGatewayProxyStructuredResultV2> {
  const tenantId = route.scope === null ? undefined : callerTenant(event, route.scope);
  const request = {
    tenantId,
    parameters: route.parameters && readParameters(route.parameters, event.pathParameters ?? {}),
    query: route.query && fitting(route.query, event.queryStringParameters ?? {}, "query"),
    headers: route.headers && fitting(route.headers, event.headers, "headers"),
    body: route.body && fitting(route.body, readJsonBody(event), "body"),
  } as RouteRequest<Route>;
  const answer = await handle(request, runtime).catch((error: unknown) => {
    // Whatever an AWS client throws outside shared/storage, in our terms.
    throw error instanceof Error && "$metadata" in error ? storageError("answer the request", error) : error;
  });
  return answer instanceof RouteResponse ? answer.response : jsonResponse(route.status, answer);
}

function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalidFields(where, parsed.error, value);
  return parsed.data;
}

function readParameters(schema: z.ZodObject, given: Readonly<Record<string, string | undefined>>) {
  const values = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, decode(given[name] ?? "")]),
  );
  const parsed = schema.safeParse(values);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" };
  const field = path.map(String).join(".");
  throw new DroverError("NotFound", `There is no such ${field}: it ${message}.`, {
    details: { errors: [fieldError(field, values[field], message)] },
  });
}

/** API Gateway gives path parameters decoded, a router of its own raw. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
