import { checkManifest } from "#batches/submission/check-manifest.ts";
import { BatchExecutionInput, CheckManifestOutput } from "#shared/contracts/workflow/check-manifest.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "check-manifest",
  input: BatchExecutionInput,
  output: CheckManifestOutput,
  handle: checkManifest,
});
