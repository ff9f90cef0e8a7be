import * as z from "zod";
import { BatchId, JobId } from "#shared/contracts/ids.ts";
import { defineMcpTool, type McpCall } from "../mcp-tool.ts";

interface Given {
  readonly id: string;
  readonly reason: string;
}

type Order = (given: Given, call: McpCall) => Promise<{ readonly status: string }>;

/** Kept with the batch. */
const by = "mcp";

/** What can be told to each, by its name. */
const orders = {
  job: {
    cancel: ({ id }, { api, signal }) => api.cancelJob({ id, signal }),
  },
  batch: {
    cancel: ({ id, reason }, { api, signal }) => api.cancelBatch({ id, body: { reason, by }, signal }),
    pause: ({ id, reason }, { api, signal }) => api.pauseBatch({ id, body: { reason, by }, signal }),
    resume: ({ id, reason }, { api, signal }) => api.resumeBatch({ id, body: { reason, by }, signal }),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Order>>>>;

export const steerTool = defineMcpTool({
  title: "Steer a job or a batch",
  description:
    "Cancel a job (at once while it waits, at its next turn when it runs), or cancel, pause or resume a batch. A cancelled one cannot be resumed.",
  effect: "destroys",
  input: z
    .strictObject({
      order: z.enum(["cancel", "pause", "resume"]),
      jobId: JobId.optional(),
      batchId: BatchId.optional(),
      reason: z.string().trim().min(1).max(500).default("by an agent").describe("Kept with a batch."),
    })
    .superRefine(({ order, jobId, batchId }, context) => {
      if ((jobId === undefined) === (batchId === undefined))
        context.addIssue({ code: "custom", path: [], message: "must have either 'jobId' or 'batchId'" });
      const known = Object.keys(orders[jobId === undefined ? "batch" : "job"]);
      if (!known.includes(order))
        context.addIssue({
          code: "custom",
          path: ["order"],
          message: `of a job is one of: ${known.join(", ")}`,
        });
    }),
  output: z.object({ id: z.string(), status: z.string() }),
  async run({ order, jobId, batchId, reason }, call) {
    const of: Readonly<Record<string, Order>> = jobId === undefined ? orders.batch : orders.job;
    const id = jobId ?? batchId ?? "";
    const done = await of[order]?.({ id, reason }, call);
    const status = done?.status ?? "";
    return { text: [`${id}: ${order} taken, ${status}`], data: { id, status } };
  },
});
