import * as z from "zod";

/** The JSON Schemas that the farm serves, and `npm run openapi` writes to docs/. */
export const SchemaFile = z.enum([
  "agent-answer.schema.json",
  "agent-request.schema.json",
  "androidworld-row.schema.json",
  "atif-1.7.schema.json",
  "batch-comparison.schema.json",
  "batch-statistics.schema.json",
  "bundle.schema.json",
  "export-manifest.schema.json",
  "image-folder-row.schema.json",
  "script.schema.json",
  "tasks-file.schema.json",
  "training-row.schema.json",
  "trajectory.schema.json",
]);
export type SchemaFile = z.infer<typeof SchemaFile>;
