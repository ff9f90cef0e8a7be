import * as z from "zod";
import {
  createDocument,
  type ZodOpenApiObject,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponseObject,
} from "zod-openapi";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { RoleOf } from "#shared/contracts/agent/role.ts";
import { ToolRule } from "#shared/contracts/agent/tool.ts";
import { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import { ErrorResponse } from "#shared/contracts/api/responses/error-response.ts";
import { JobResponse, PublicJob, SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { Links } from "#shared/contracts/api/responses/links.ts";
import { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { Route } from "#shared/contracts/api/routes/route.ts";
import { type Routes, routes } from "#shared/contracts/api/routes/routes.ts";
import { SpokenRequest } from "#shared/contracts/api/spoken-request.ts";
import { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { Observation } from "#shared/contracts/device/observation.ts";
import { Problem } from "#shared/contracts/farm/problem.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { Validator } from "#shared/contracts/judging/validator.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { BatchName, TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { CalendarDay, DeviceId, HostId, PoolName, TenantId, Ulid } from "#shared/contracts/values/ids.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";
import { Tag } from "#shared/contracts/values/tag.ts";
import { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import { defined } from "#shared/values/defined.ts";
import { GatewayRefusal } from "../http/gateway-refusal.ts";
import type { RouteRequest } from "../http/http-route.ts";
import { inPlainSchema } from "./in-plain-schema.ts";
import {
  componentName,
  type JsonSchema,
  type NamedSchema,
  shareRepeatedSchemas,
} from "./share-repeated-schemas.ts";

type DocumentedRoute = Route & { readonly problems: readonly ErrorCode[] };
/** A problem that is not in the catalogue does not compile here: contracts do not know the catalogue. */
const documented: Readonly<Record<string, DocumentedRoute>> = routes;

/** Refused by every route with a scope, and by each that takes input. */
const commonProblems: readonly ErrorCode[] = [
  "InvalidRequest",
  "Unauthorized",
  "Forbidden",
  "TooManyRequests",
  "StorageUnavailable",
];

const problemComponents = new Map<string, ZodOpenApiResponseObject>();

function operationOf(name: string, route: DocumentedRoute): ZodOpenApiOperationObject {
  const {
    parameters,
    query,
    headers,
    body,
    problems,
    scope,
    bearer,
    summary,
    tag,
    status,
    response,
    streams,
    revalidates,
  } = route;
  return {
    operationId: name,
    summary,
    tags: [tag],
    security: scope === null ? (bearer === undefined ? [] : [{ [bearer]: [] }]) : [{ token: [scope] }],
    requestParams: {
      // The security scheme already covers this parameter.
      ...defined({ path: parameters, query, header: bearer === undefined ? headers : undefined }),
    },
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [String(status)]: {
        description: "Done.",
        content: { [streams ? "text/event-stream" : "application/json"]: { schema: response } },
      },
      ...(revalidates && { "304": { description: "Not modified: the body of that ETag is still current." } }),
      ...problemResponses(
        scope === null ? ["MethodNotAllowed", ...problems] : [...commonProblems, ...problems],
      ),
    },
  };
}

/** The gateway refuses invalid tokens and too many requests before the API, with its own texts. */
const gatewayRefusals: Readonly<Record<string, string>> = {
  "401": "Refused by the gateway.",
  "429": "Too many requests at once.",
};

/** A response by its status for these problems. Routes with the same problems share one component. */
function problemResponses(codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => String(catalogue[code].status));
  if (!byStatus.has("429")) byStatus.set("429", []);
  return Object.fromEntries(
    byStatus.entries().map(([status, group]) => [status, problemResponse(status, [...group].sort())]),
  );
}

function problemResponse(status: string, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const refusal = gatewayRefusals[status];
  const id = [...codes, ...(refusal === undefined ? [] : ["Gateway"])].join(".");
  const known = problemComponents.get(id);
  if (known !== undefined) return known;
  const component = {
    id,
    description: [...codes, refusal].filter(Boolean).join(", "),
    content: {
      ...(codes.length > 0 && { "application/problem+json": { schema: Problem } }),
      ...(refusal !== undefined && { "application/json": { schema: GatewayRefusal } }),
    },
  };
  problemComponents.set(id, component);
  return component;
}

const tags = [
  { name: "jobs", description: "Tasks, with their steps, screens and outcomes." },
  { name: "sessions", description: "A device for your own tools." },
  { name: "batches", description: "Many jobs from one manifest, with their results." },
  { name: "devices", description: "The phones and their screens." },
  { name: "pools", description: "Sets of similar devices, each with its queues of waiting jobs." },
  { name: "webhooks", description: "Addresses that the farm calls with events (docs/webhooks.md)." },
  { name: "secrets", description: "Values that are typed without a model seeing them." },
  { name: "farm", description: "One switch that stops every job." },
  { name: "description", description: "The API itself." },
] as const satisfies readonly { readonly name: Route["tag"]; readonly description: string }[];

/** What a step's `action` and `deviceAction` are unless a config registered them: contracts know no single action. */
function actionSchemas({ all }: ActionCatalogue): {
  readonly AgentAction: z.ZodType;
  readonly DeviceAction: z.ZodType;
} {
  const named = (name: string, { shape }: z.ZodObject) =>
    z.strictObject({ action: z.literal(name), ...shape });
  return {
    AgentAction: z.union(all.map(({ name, parameters }) => named(name, parameters))),
    DeviceAction: z.union(
      all.flatMap(({ name, device }) => (device === undefined ? [] : [named(name, device)])),
    ),
  };
}

/** The API as OpenAPI 3.1, from the schemas that requests and answers are held to. */
export function openapiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, route] of Object.entries(documented)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  const described: ZodOpenApiObject = {
    openapi: "3.1.0",
    info: {
      title: "Drover",
      version: "1",
      description:
        "A serverless device farm for AI agents: tasks in plain language, one Android device each.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "/", description: "The address from which this document was read." }],
    tags: [...tags],
    paths: paths as ZodOpenApiPathsObject,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        liveLink: { type: "http", scheme: "bearer", description: "The token of a live link, to watch." },
      },
      schemas: {
        ...actionSchemas(builtInActions),
        ...{
          ActionResult,
          BatchLine,
          DeviceResponse,
          ErrorResponse,
          GatewayRefusal,
          JobRequest: SpokenRequest,
          JobResponse,
          Observation,
          Problem,
          PublicJob,
        },
        ...{ SemanticUITree, StepResponse, SubmittedJob, Trajectory, UIAction, Validator },
        // Small, and in many places: named here, because elsewhere (a tool's schema for a model) a reference costs more.
        ...{ BatchName, CalendarDay, Coordinate, DeviceId, HostId, JobOutcome, Links, PackageName, PoolName },
        ...{ RoleOf, ScreenSize, Tag, TaskId, TenantId, ToolRule, Ulid, VariantName, WebhookEventType },
      },
    },
  };
  return withSharedSchemas(withActions(createDocument(described, { override: inPlainSchema })));
}

/** A stored action is one of these or a registered one, which the contract alone cannot say. */
function withActions(document: ReturnType<typeof createDocument>) {
  const { schemas = {} } = document.components ?? {};
  const known = ["AgentAction", "DeviceAction"].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const stored = Object.entries(schemas)
    .filter(([name]) => name === "StoredAction" || name === "StoredActionOutput")
    .map(([name, registered]) => [name, { anyOf: [...known, registered] }]);
  return {
    ...document,
    components: { ...document.components, schemas: { ...schemas, ...Object.fromEntries(stored) } },
  };
}

/** Repeated parts of routes become shared components. */
function withSharedSchemas(document: ReturnType<typeof withActions>) {
  const bodies: NamedSchema[] = [];
  mapBodies(document.paths, "", (body) => {
    bodies.push(body);
    return body.schema;
  });
  const schemas = document.components.schemas as Readonly<Record<string, JsonSchema>>;
  const { components, refer } = shareRepeatedSchemas(schemas, bodies, "#/components/schemas/");
  return {
    ...document,
    paths: mapBodies(document.paths, "", refer),
    components: { ...document.components, schemas: components },
  };
}

/** The schemas of requests and answers, by their operation. */
function mapBodies(value: unknown, operation: string, map: (body: NamedSchema) => JsonSchema): unknown {
  if (Array.isArray(value)) return value.map((one) => mapBodies(one, operation, map));
  if (typeof value !== "object" || value === null) return value;
  const { operationId } = value as { readonly operationId?: string };
  const name = operationId === undefined ? operation : componentName(operationId);
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      key === "schema" ? map({ schema: part as JsonSchema, name }) : mapBodies(part, name, map),
    ]),
  );
}

let document: z.infer<Routes["readOpenapi"]["response"]> | undefined;
export async function readOpenapi(_request: RouteRequest<Routes["readOpenapi"]>) {
  document ??= { ...openapiDocument() };
  return document;
}
