import * as z from "zod";
import { MessageText } from "#shared/contracts/step/message.ts";
import { BatchId, JobId } from "#shared/contracts/values/ids.ts";
import { defineMcpTool, type McpCall } from "../mcp-tool.ts";

interface Given {
  readonly id: string;
  readonly reason: string;
  readonly text: string;
}

type Order = (given: Given, call: McpCall) => Promise<{ readonly status: string }>;

/** Who says so, as batches and messages keep it. */
const by = "mcp";

/** What can be told to each, by its name. */
const orders = {
  job: {
    cancel: ({ id }, { api, signal }) => api.cancelJob({ id, signal }),
    pause: ({ id }, { api, signal }) => api.pauseJob({ id, signal }),
    resume: ({ id }, { api, signal }) => api.resumeJob({ id, body: {}, signal }),
    tell: async ({ id, text }, { api, signal }) => {
      await api.tellJob({ id, body: { text, by }, signal });
      return api.readJob({ id, signal });
    },
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
    "Cancel a job or a batch for good, pause it, or let a paused one go on (resume). Tell a job's agent something in your user's words (tell, with text): it has it with its next turn. A job heeds each at once while it waits, at its next turn when it runs.",
  effect: "destroys",
  input: z
    .strictObject({
      order: z.enum(["cancel", "pause", "resume", "tell"]),
      jobId: JobId.optional(),
      batchId: BatchId.optional(),
      text: MessageText.optional().describe("Of tell: what to tell."),
      reason: z.string().trim().min(1).max(500).default("by an agent").describe("Kept with a batch."),
    })
    .superRefine(({ order, jobId, batchId, text }, context) => {
      if ((jobId === undefined) === (batchId === undefined))
        context.addIssue({ code: "custom", path: [], message: "must have either 'jobId' or 'batchId'" });
      const known = Object.keys(orders[jobId === undefined ? "batch" : "job"]);
      if (!known.includes(order))
        context.addIssue({
          code: "custom",
          path: ["order"],
          message: `of a batch is one of: ${known.join(", ")}`,
        });
      if ((order === "tell") !== (text !== undefined))
        context.addIssue({
          code: "custom",
          path: ["text"],
          message: "is what 'tell' tells, and of no other order",
        });
    }),
  output: z.object({ id: z.string(), status: z.string() }),
  async run({ order, jobId, batchId, reason, text = "" }, call) {
    const of: Readonly<Record<string, Order>> = jobId === undefined ? orders.batch : orders.job;
    const id = jobId ?? batchId ?? "";
    const done = await of[order]?.({ id, reason, text }, call);
    const status = done?.status ?? "";
    return { text: [`${id}: ${order} taken, ${status}`], data: { id, status } };
  },
});
