import * as z from "zod";
import { BatchSettings } from "#shared/contracts/batch/batch-settings.ts";
import { TaskParameter } from "#shared/contracts/batch/tasks-file.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { BatchName, TaskId, VariantName } from "#shared/contracts/values/batch-ids.ts";
import { expandTasks } from "../../tasks/expand-tasks.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { BatchFacts, batchFactsOf, batchLine } from "../batch-facts.ts";
import { defineMcpTool, policyWithin } from "../mcp-tool.ts";
import { readChecks } from "../read-checks.ts";
import { waitForBatch } from "../wait-for-batch.ts";
import { WaitSeconds } from "../wait-seconds.ts";

/** What an agent writes in one call; longer ones are a tasks file's: drover batch run. */
const mostTasks = 200;

const Task = z.strictObject({
  id: TaskId.describe("Stable: batches are compared by it."),
  task: JobRequest.shape.task.describe("In words; {{name}} stands for a parameter."),
  checks: z.array(z.string().min(1).max(4_000)).max(20).default([]).describe("As those of run_task."),
  parameters: z
    .record(z.string(), TaskParameter)
    .optional()
    .describe(
      "Values for {{name}}: one, a list, or records that belong together; each combination is a task.",
    ),
});

export const runBatchTool = defineMcpTool({
  title: "Run many tasks",
  description:
    "Submit up to 200 tasks at once, each on its own device, optionally repeated and with several models: tasks × models × repeat. The same name again continues that batch. Returns its id at once unless you wait for it; get_batch returns its progress and results.",
  effect: "destroys",
  input: z.strictObject({
    name: BatchName,
    tasks: z.array(Task).min(1).max(mostTasks),
    repeat: z.int().min(1).max(100).default(1),
    models: z.array(VariantName).min(1).max(20).optional().describe("Absent: the farm's."),
    pool: z.string().max(100).optional(),
    concurrency: BatchSettings.shape.concurrency.unwrap().optional(),
    maxCostUsd: z.number().positive().max(100_000).optional().describe("Of all its jobs together."),
    waitSeconds: WaitSeconds.default(0),
  }),
  output: BatchFacts,
  async run({ name, tasks, repeat, models, pool, concurrency, maxCostUsd, waitSeconds }, call) {
    const frame = {
      tasks: tasks.map(({ checks, ...task }) => ({ ...task, validators: readChecks(checks) })),
      defaults: { repeat, ...policyWithin(call), ...(pool === undefined ? {} : { requirements: { pool } }) },
      ...(models === undefined ? {} : { variants: models }),
    };
    const { lines, problems } = expandTasks(frame);
    if (problems.length > 0)
      throw new CommandFailure(
        exitCodes.usage,
        problems.map(({ path, message, remedy }) => `${path.join(".")}: ${message}. ${remedy}`).join("\n"),
      );
    const settings = {
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(maxCostUsd === undefined ? {} : { budget: { costUsd: maxCostUsd } }),
    };
    const asked = Object.keys(settings).length === 0 ? {} : { settings };
    const submitted = await call.api.submitBatch({
      body: { name, lines: [...lines], ...asked },
      signal: call.signal,
    });
    const facts = batchFactsOf(await waitForBatch(submitted.batchId, waitSeconds, call));
    return {
      text: [batchLine(facts), `get_batch with batchId "${facts.batchId}" waits for it.`],
      data: facts,
    };
  },
});
