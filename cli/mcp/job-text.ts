import { pages } from "@drover/client";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { traceOverview } from "../trace/trace-overview.ts";
import type { McpCall } from "./mcp-tool.ts";

type Asked = Pick<McpCall, "api">;

/** How a job stands, and what it waits for. */
export async function jobText(job: JobResponse, call: Asked): Promise<readonly string[]> {
  const { jobId: id, awaiting } = job;
  const [steps, errors] = await Promise.all([jobSteps(call, id), jobErrors(call, id)]);
  const question = awaiting?.question;
  return [
    ...traceOverview(job, steps, errors),
    ...(question === undefined
      ? dataLines(job.status === "finished" ? "" : (job.waitingBecause ?? ""), "waits: ")
      : [
          `asks, until ${awaiting?.until}; answer_question with questionId "${question.questionId}":`,
          ...dataLines(question.text, "  "),
        ]),
    ...(job.status === "finished" ? [] : [`It has not ended: get_job with jobId "${id}" waits for it.`]),
  ];
}

export const jobSteps = ({ api }: Asked, id: string): Promise<readonly StepResponse[]> =>
  Array.fromAsync(pages(api.listSteps, { id, query: { limit: 100 } }));

export const jobErrors = async ({ api }: Asked, jobId: string) =>
  (await api.listErrors({ query: { jobId } })).items;
