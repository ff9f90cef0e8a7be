import type * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { Device } from "#shared/contracts/device.ts";
import { ErrorSnapshot } from "#shared/contracts/error-snapshot.ts";
import { Job } from "#shared/contracts/job.ts";
import { JobRequest } from "#shared/contracts/job-request.ts";
import { Problem } from "#shared/contracts/problem.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { Step } from "#shared/contracts/step.ts";
import { Trajectory } from "#shared/contracts/trajectory.ts";
import { Validator } from "#shared/contracts/validator.ts";
import { catalogue, type ErrorCode } from "#shared/errors/catalogue.ts";
import type { RouteRequest } from "../runtime/http-route.ts";
import { JobAnswer } from "./answers.ts";
import { type RouteDefinition, type Routes, routes } from "./routes.ts";

/** Refused by every route with a scope, and by each that takes input. */
const commonProblems: readonly ErrorCode[] = [
  "InvalidRequest",
  "Unauthorized",
  "Forbidden",
  "StorageUnavailable",
];

function operationOf(name: string, route: RouteDefinition): ZodOpenApiOperationObject {
  const { parameters, query, headers, body, problems, scope, summary, status, answer } = route;
  return {
    operationId: name,
    summary,
    ...(scope === null ? { security: [] } : { security: [{ token: [scope] }] }),
    requestParams: {
      ...(parameters === undefined ? {} : { path: parameters }),
      ...(query === undefined ? {} : { query }),
      ...(headers === undefined ? {} : { header: headers }),
    },
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: body } } } }),
    responses: {
      [String(status)]: { description: "Done.", content: { "application/json": { schema: answer } } },
      ...(scope === null ? {} : problemResponses([...commonProblems, ...problems])),
    },
  };
}

const problemResponses = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(
    Map.groupBy(codes, (code) => String(catalogue[code].status))
      .entries()
      .map(([status, group]) => [
        status,
        { description: group.join(", "), content: { "application/problem+json": { schema: Problem } } },
      ]),
  );

/** The API as OpenAPI 3.1, from the schemas that requests and answers are held to. */
export function openapiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const [name, route] of Object.entries<RouteDefinition>(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Drover",
      version: "1",
      description:
        "A serverless device farm for AI agents: tasks in plain language, one Android device each.",
    },
    paths: paths as ZodOpenApiPathsObject,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        ...{ ActionResult, Device, ErrorSnapshot, Job, JobAnswer, JobRequest, Problem },
        ...{ SemanticUITree, Step, Trajectory, UIAction, Validator },
      },
    },
  });
}

let document: z.infer<Routes["readOpenapi"]["answer"]> | undefined;
export async function readOpenapi(_request: RouteRequest<Routes["readOpenapi"]>) {
  document ??= { ...openapiDocument() };
  return document;
}
