import { prepareJob } from "#agent/job/prepare-job.ts";
import { PreparedJob, PrepareJobInput } from "#shared/contracts/workflow/prepare-job.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "prepare-job",
  input: PrepareJobInput,
  output: PreparedJob,
  handle: prepareJob,
});
