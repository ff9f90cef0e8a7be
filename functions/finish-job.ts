import { finishJob } from "#agent/job/finish-job.ts";
import { FinishJobInput, FinishJobOutput } from "#shared/contracts/workflow/finish-job.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

export const handler = workflowHandler({
  name: "finish-job",
  input: FinishJobInput,
  output: FinishJobOutput,
  handle: finishJob,
});
