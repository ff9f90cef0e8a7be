import * as z from "zod";
import type { ActionDefinition } from "#shared/actions/action-definition.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { AgentServiceRequest } from "#shared/contracts/api/agent-service.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { SchemaFile } from "#shared/contracts/api/schema-file.ts";
import { LatestTrajectory } from "#shared/contracts/api/trajectory.ts";
import { BatchComparison } from "#shared/contracts/batch/batch-comparison.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { TasksFile } from "#shared/contracts/batch/tasks-file.ts";
import { AtifTrajectory } from "#shared/contracts/result/atif.ts";
import { Bundle } from "#shared/contracts/result/bundle.ts";
import { ExportManifest } from "#shared/contracts/result/export.ts";
import { AndroidWorldRow, ImageFolderRow, TrainingRow } from "#shared/contracts/result/export-rows.ts";
import { Script } from "#shared/contracts/step/script.ts";
import { mostActions } from "#shared/contracts/step/step.ts";
import { TurnAnswer } from "#shared/contracts/workflow/turn.ts";
import type { RouteRequest } from "../http/http-route.ts";
import { inPlainSchema } from "./in-plain-schema.ts";
import { componentName, type JsonSchema, shareRepeatedSchemas } from "./share-repeated-schemas.ts";

interface PublishedSchema extends JsonSchema {
  readonly title: string;
}

function published(
  name: string,
  title: string,
  zodSchema: z.ZodType,
  io: "input" | "output",
): PublishedSchema {
  const { $defs = {}, ...schema } = z.toJSONSchema(zodSchema, {
    io,
    unrepresentable: "any",
    override: inPlainSchema,
  });
  const root = { schema, name: componentName(name.replace(/:.*/, "")) };
  const { components, refer } = shareRepeatedSchemas(
    $defs as Readonly<Record<string, JsonSchema>>,
    [root],
    "#/$defs/",
  );
  const defs = Object.keys(components).length === 0 ? {} : { $defs: components };
  return { $id: `urn:drover:schema:${name}`, title, ...refer(root), ...defs };
}

/** A text with a pattern may contain `{{name}}` instead: the result is checked after filling. */
const withPlaceholders = (schema: PublishedSchema): PublishedSchema =>
  JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === "pattern" && typeof value === "string" ? `(?:${value})|\\{\\{` : value,
    ),
  );

/** Each of the one list with its parameters. A project's own, which its config registers, are not among them. */
function actionSchema({ name, description, parameters }: ActionDefinition): object {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
  const { properties = {}, required = [] } = schema;
  return {
    ...schema,
    title: name,
    description,
    properties: { action: { const: name }, ...properties },
    required: ["action", ...required],
  };
}

const withActions = ({ properties, ...schema }: PublishedSchema): PublishedSchema => ({
  ...schema,
  required: ["actions"],
  properties: {
    ...(properties as object),
    actions: {
      type: "array",
      minItems: 1,
      maxItems: mostActions,
      items: { anyOf: builtInActions.all.map(actionSchema) },
    },
  },
});

/** The JSON Schemas of files that leave a farm and come back. */
export const publishedSchemas = (): Readonly<Record<SchemaFile, PublishedSchema>> => ({
  "trajectory.schema.json": published("trajectory:2", "A job's trajectory", LatestTrajectory, "output"),
  "batch-statistics.schema.json": published(
    "batch-statistics:1",
    "The results of a batch",
    BatchStatistics,
    "output",
  ),
  "batch-comparison.schema.json": published(
    "batch-comparison:1",
    "Two batches or variants, task by task",
    BatchComparison,
    "output",
  ),
  "export-manifest.schema.json": published(
    "export-manifest:1",
    "manifest.json of an exported zip",
    ExportManifest,
    "output",
  ),
  "bundle.schema.json": published("bundle:1", "bundle.json of a reproduction bundle", Bundle, "output"),
  "atif-1.7.schema.json": published(
    "atif:1.7",
    "The Agent Trajectory Interchange Format, as far as a schema can describe it",
    AtifTrajectory,
    "input",
  ),
  "training-row.schema.json": published("training-row:1", "A line of sft.jsonl", TrainingRow, "output"),
  "image-folder-row.schema.json": published(
    "image-folder-row:1",
    "A line of metadata.jsonl of a Hugging Face folder",
    ImageFolderRow,
    "output",
  ),
  "androidworld-row.schema.json": published(
    "androidworld-row:1",
    "A row of androidworld.json",
    AndroidWorldRow,
    "output",
  ),
  "agent-request.schema.json": published(
    "agent-request:1",
    "The request that the farm sends to an agent with a url",
    AgentServiceRequest,
    "output",
  ),
  "agent-answer.schema.json": withActions(
    published(
      "agent-answer:1",
      "The reply of an outside agent to a turn",
      z.strictObject(TurnAnswer.shape).omit({ actions: true }),
      "input",
    ),
  ),
  "script.schema.json": published("script:1", "A script: lines that repeat a job", Script, "input"),
  "tasks-file.schema.json": withPlaceholders(
    published("tasks-file:1", "A tasks file: what a batch runs", TasksFile, "input"),
  ),
});

let schemas: ReturnType<typeof publishedSchemas> | undefined;
export async function readSchema({ parameters }: RouteRequest<Routes["readSchema"]>) {
  schemas ??= publishedSchemas();
  return schemas[parameters.file];
}
