import * as z from "zod";
import { JobLimits, JobRequest } from "#shared/contracts/job/job-request.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { jobText } from "../job-text.ts";
import { defineMcpTool, policyWithin } from "../mcp-tool.ts";
import { readChecks } from "../read-checks.ts";
import { SentJob, sentJob } from "../sent-job.ts";
import { waitForJob } from "../wait-for-job.ts";
import { WaitSeconds } from "../wait-seconds.ts";

export const runTaskTool = defineMcpTool({
  title: "Run a task on a device",
  description:
    "Submit one task in plain language: Drover's agent does it on one Android device of the farm, and the checks judge it by the device's own state, not by what the agent says. Waits for its end and tells each step; when the wait is over the job goes on: look with get_job. A job that asks something has a `question`: answer it with answer_question.",
  effect: "destroys",
  input: z.strictObject({
    task: JobRequest.shape.task.describe("What to do, in words: 'Turn on Bluetooth'."),
    checks: z
      .array(z.string().min(1).max(4_000))
      .max(20)
      .default([])
      .describe(
        `What must be so on the device afterwards. Each one of: ${checkForms.join(" | ")} | a validator as JSON`,
      ),
    background: JobRequest.shape.background.describe(
      "What the agent should know besides: the app, the account.",
    ),
    pool: z
      .string()
      .max(100)
      .optional()
      .describe("Of which pool's devices; list with what: 'devices' names them."),
    model: z.string().max(100).optional().describe("The agent's model; absent: the farm's."),
    mayAsk: z.boolean().default(false).describe("Whether the agent may ask you something with a question."),
    maxSteps: JobLimits.shape.maxSteps.unwrap().optional(),
    tags: JobRequest.shape.tags,
    waitSeconds: WaitSeconds,
  }),
  output: SentJob,
  async run({ task, checks, background, pool, model, mayAsk, maxSteps, tags, waitSeconds }, call) {
    const body = {
      task,
      tags,
      validators: readChecks(checks),
      ...policyWithin(call),
      ...(background === undefined ? {} : { background }),
      ...(pool === undefined ? {} : { requirements: { pool } }),
      ...(model === undefined ? {} : { models: { agent: { model } } }),
      ...(mayAsk ? { questions: {} } : {}),
      ...(maxSteps === undefined ? {} : { limits: { maxSteps } }),
    };
    const { jobId, warnings } = await call.api.submitJob({ body, signal: call.signal });
    const job = await waitForJob(jobId, waitSeconds, call);
    return {
      text: [...warnings.map((one) => `warning: ${one}`), ...(await jobText(job, call))],
      data: sentJob(job),
    };
  },
});
