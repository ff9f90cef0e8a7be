import * as z from "zod";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { readLink } from "../../read-link.ts";
import { traceActions } from "../../trace/trace-actions.ts";
import { traceStep } from "../../trace/trace-step.ts";
import { traceWhy } from "../../trace/trace-why.ts";
import { jobErrors, jobSteps, jobText } from "../job-text.ts";
import { defineMcpTool, type McpCall } from "../mcp-tool.ts";
import { SentJob, sentJob } from "../sent-job.ts";
import { StepNumber, theStep } from "../the-step.ts";
import { waitForJob } from "../wait-for-job.ts";
import { WaitSeconds } from "../wait-seconds.ts";

type Part = (job: JobResponse, stepNumber: number | undefined, call: McpCall) => Promise<readonly string[]>;

const parts = {
  overview: (job, _stepNumber, call) => jobText(job, call),
  actions: async ({ jobId }, _stepNumber, call) => traceActions(await jobSteps(call, jobId)),
  why: async (job, _stepNumber, call) => {
    const [steps, errors] = await Promise.all([jobSteps(call, job.jobId), jobErrors(call, job.jobId)]);
    return traceWhy(job, steps, errors);
  },
  step: async ({ jobId }, stepNumber, call) => traceStep(await theStep(call, jobId, stepNumber)),
  elements: async ({ jobId }, stepNumber, call) => elementsOf(await theStep(call, jobId, stepNumber)),
} as const satisfies Readonly<Record<string, Part>>;

export const getJobTool = defineMcpTool({
  title: "Look at a job",
  description:
    "How a job stands, and what it did: overview; actions: a line a step; why: its checks, what contradicts its claim, errors, the steps that led there; step: all that is known of one step; elements: what was on the screen after a step. With waitSeconds it waits for its end first, or until it asks something.",
  effect: "reads",
  input: z.strictObject({
    jobId: JobId,
    part: z.enum(Object.keys(parts) as (keyof typeof parts)[]).default("overview"),
    stepNumber: StepNumber,
    waitSeconds: WaitSeconds.default(0),
  }),
  output: SentJob,
  async run({ jobId, part, stepNumber, waitSeconds }, call) {
    const job = await waitForJob(jobId, waitSeconds, call);
    return { text: await parts[part](job, stepNumber, call), data: sentJob(job) };
  },
});

async function elementsOf({ stepNumber, links }: StepResponse): Promise<readonly string[]> {
  const text = await readLink(links.tree, `The elements after step ${stepNumber}`);
  return dataLines(semanticText(SemanticUITree.parse(JSON.parse(text.toString()))));
}
