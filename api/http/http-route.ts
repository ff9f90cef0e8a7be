import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import * as z from "zod";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import type { TokenRules } from "#shared/contracts/farm/token-rules.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidFields, invalidRequest } from "#shared/http/field-errors.ts";
import { readJsonBody } from "#shared/http/read-json-body.ts";
import { storageError } from "#shared/storage/table/storage-call.ts";
import { callerTenant, readTokenRules } from "./caller.ts";
import { etagOf, isKnown } from "./etag.ts";
import { jsonResponse } from "./http-response.ts";
import { packed } from "./packed.ts";
import { published } from "./published.ts";
import { countRequest } from "./tenant-throttle.ts";

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Definition, Part extends string> = Definition extends { readonly [P in Part]: infer Schema }
  ? Parsed<Schema>
  : undefined;

/** A request that fits its route, and whose it is. */
export interface RouteRequest<Definition> {
  /** The tenant of the verified token; empty for a route without a scope. */
  readonly tenantId: Definition extends { readonly scope: null } ? undefined : TenantId;
  readonly parameters: PartOf<Definition, "parameters">;
  readonly query: PartOf<Definition, "query">;
  readonly headers: PartOf<Definition, "headers">;
  readonly body: PartOf<Definition, "body">;
}

/** The response's body, which may have more fields than its schema sends, or a whole response if headers are needed. */
export type RouteHandler<Definition extends Route> = (
  request: RouteRequest<Definition>,
  runtime: Runtime<"api">,
) => Promise<z.output<Definition["response"]> | RouteResponse>;

/** Told from a body by its class. */
export class RouteResponse {
  readonly response: ResponseParts;
  constructor(response: ResponseParts) {
    this.response = response;
  }
}

type ResponseParts =
  | { readonly body: unknown; readonly headers: Readonly<Record<string, string>> }
  /** As it is: what another part of Drover wrote to the same contract, or no body at all. */
  | { readonly whole: APIGatewayProxyStructuredResultV2 };

/** Checks permission first, then the form of the id, then the rest, so that callers learn no more than they may. */
export async function respondTo<Definition extends Route>(
  route: Definition,
  handle: RouteHandler<Definition>,
  event: APIGatewayProxyEventV2,
  runtime: Runtime<"api">,
): Promise<APIGatewayProxyStructuredResultV2> {
  const tenantId = route.scope === null ? undefined : callerTenant(event, route.scope, rulesOf(runtime));
  if (tenantId !== undefined) await countRequest(tenantId, runtime);
  const request = {
    tenantId,
    parameters: route.parameters && readParameters(route.parameters, event.pathParameters ?? {}),
    query: route.query && fitting(route.query, event.queryStringParameters ?? {}, "query"),
    headers: route.headers && fitting(route.headers, event.headers, "headers"),
    body: route.body && readBody(route, route.body, event),
  } as RouteRequest<Definition>;
  const result = await handle(request, runtime).catch((error: unknown) => {
    // Whatever an AWS client throws outside shared/storage, in our terms.
    throw error instanceof Error && "$metadata" in error ? storageError("answer the request", error) : error;
  });
  const parts = result instanceof RouteResponse ? result.response : { body: result, headers: {} };
  if ("whole" in parts) return parts.whole;
  const body = published(route, parts.body);
  const { "accept-encoding": accepted } = event.headers;
  if (route.revalidates !== true) return packed(jsonResponse(route.status, body, parts.headers), accepted);
  const response = jsonResponse(route.status, body, { ...parts.headers, ...revalidated });
  const etag = etagOf(response.body ?? "", runtime.now());
  if (isKnown(etag, event.headers["if-none-match"]))
    return { statusCode: 304, headers: { etag, ...revalidated } };
  return packed({ ...response, headers: { ...response.headers, etag } }, accepted);
}

/** The variable's text is the same for as long as an instance lives. */
let known: { readonly text: string; readonly rules: TokenRules } | undefined;
function rulesOf({
  environment: { DROVER_TOKEN_RULES: text },
}: Pick<Runtime<"api">, "environment">): TokenRules {
  if (known?.text !== text) known = { text, rules: readTokenRules(text) };
  return known.rules;
}

/** A browser caches it for this token, and revalidates it each time. */
const revalidated = { "cache-control": "private, no-cache", vary: "authorization" } as const;

/** What does not fit a confidential body is named by its field alone: what was sent could be the secret itself. */
function readBody(route: Route, schema: z.ZodType, event: APIGatewayProxyEventV2): unknown {
  const { confidential } = route;
  try {
    return fitting(schema, readJsonBody(event, route), "body");
  } catch (error) {
    if (confidential !== true || !(error instanceof DroverError)) throw error;
    const { errors } = z
      .object({ errors: z.array(z.object({ field: z.string(), message: z.string() })) })
      .parse(error.details);
    throw invalidRequest(
      errors.map(({ field, message }) =>
        fieldError(field, undefined, field === "body" ? "is not a JSON object for this route" : message),
      ),
    );
  }
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

/** API Gateway gives path parameters decoded, its own router raw. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
