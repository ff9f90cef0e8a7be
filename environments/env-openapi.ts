import * as z from "zod";
import {
  EnvObservation,
  EnvReset,
  EnvResult,
  EnvState,
  EnvStep,
  ToolAction,
} from "#shared/contracts/env/env-messages.ts";
import { envActionSchemas } from "./act.ts";

/** Names of schemas are left aside, so that each is whole wherever it stands. */
const metadata = z.registry<z.core.JSONSchemaMeta>();

const schemaOf = (schema: z.ZodType, io: "input" | "output" = "output"): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, metadata, unrepresentable: "any" });
  return rest;
};

/** What `/schema` answers. */
export const envSchemas = {
  action: { anyOf: [...envActionSchemas, schemaOf(ToolAction, "input")] },
  observation: schemaOf(EnvObservation),
  state: schemaOf(EnvState),
};

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const answer = (description: string, schema: object = { type: "object" }) => ({
  responses: { 200: { description, ...json(schema) } },
});
const asked = (schema: object) => ({ requestBody: json(schema) });
const result = schemaOf(EnvResult);
const { properties, ...step } = schemaOf(EnvStep.extend({ action: z.unknown() }), "input");
const stepSchema = { ...step, properties: { ...(properties as object), action: envSchemas.action } };

/** The version of OpenEnv's HTTP interface that this is. */
const interfaceVersion = "1.0.0";

export const envOpenApi = {
  openapi: "3.1.0",
  info: { title: "Drover environments", version: interfaceVersion },
  components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  security: [{ bearer: [] }],
  paths: {
    "/reset": {
      post: {
        summary: "Begin an episode",
        ...asked(schemaOf(EnvReset, "input")),
        ...answer("Its first observation", result),
      },
    },
    "/step": {
      post: { summary: "Do an action", ...asked(stepSchema), ...answer("What came of it", result) },
    },
    "/state": { get: { summary: "Where a session stands", ...answer("The state", envSchemas.state) } },
    "/schema": { get: { summary: "Schemas of actions, observations and state", ...answer("The schemas") } },
    "/metadata": { get: { summary: "Name and description", ...answer("The metadata") } },
    "/health": { get: { summary: "Whether the server works", security: [], ...answer("The health") } },
    "/tasks": { get: { summary: "The tasks that can be reset to", ...answer("The tasks") } },
    "/mcp": {
      post: {
        summary: "The agent's tools, by JSON-RPC",
        ...asked({ type: "object" }),
        ...answer("JSON-RPC"),
      },
    },
    "/seed_session": {
      post: { summary: "NeMo Gym: begin a row", ...asked({ type: "object" }), ...answer("A cookie") },
    },
    "/verify": {
      post: { summary: "NeMo Gym: judge a row", ...asked({ type: "object" }), ...answer("The reward") },
    },
  },
};
