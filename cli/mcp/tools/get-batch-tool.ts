import * as z from "zod";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";
import { BatchFacts, batchFactsOf, batchLine } from "../batch-facts.ts";
import { comparisonText } from "../comparison-text.ts";
import { marked } from "../marked.ts";
import { defineMcpTool, type McpCall } from "../mcp-tool.ts";
import { waitForBatch } from "../wait-for-batch.ts";
import { WaitSeconds } from "../wait-seconds.ts";

const mostCauses = 10;

const Comparison = z.object({
  fixed: z.array(z.string()),
  broken: z.array(z.string()),
  same: z.int(),
  /** Of the success rates, this batch minus the other, with its 95 % interval; null where it is unknown. */
  difference: z.object({ mean: z.number(), low: z.number(), high: z.number() }).nullable(),
  pValue: z.number().nullable(),
});

export const getBatchTool = defineMcpTool({
  title: "Look at a batch",
  description:
    "How far a batch is, its success rate with an interval of 95 %, and what its failures have in common. With compareWith: which tasks it fixed and broke beside that earlier batch. With waitSeconds it waits for its end first.",
  effect: "reads",
  input: z.strictObject({
    batchId: BatchId,
    compareWith: BatchId.optional().describe("The batch before."),
    waitSeconds: WaitSeconds.default(0),
  }),
  output: BatchFacts.extend({
    /** Null: no job counts yet. */
    successRate: z.number().nullable(),
    interval: z.object({ low: z.number(), high: z.number() }).nullable(),
    causes: z.array(
      z.object({
        outcome: z.string(),
        errorCode: z.string().nullable(),
        /** The check that failed, or the reason. */
        message: z.string(),
        count: z.int(),
        jobId: z.string().nullable(),
      }),
    ),
    comparison: Comparison.nullable(),
  }),
  async run({ batchId: id, compareWith, waitSeconds }, call) {
    const facts = batchFactsOf(await waitForBatch(id, waitSeconds, call));
    const { api, signal } = call;
    const [{ all }, { groups }] = await Promise.all([
      api.batchStatistics({ id, signal }),
      api.batchCauses({ id, signal }),
    ]);
    const { rate, wilson } = all.success;
    const comparison = compareWith === undefined ? null : await compared(compareWith, id, call);
    const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
    const first = groups.slice(0, mostCauses);
    return {
      text: [
        batchLine(facts),
        rate === null
          ? "no success rate yet: none succeeded or failed"
          : `success ${percent(rate)} (${percent(wilson.low)} to ${percent(wilson.high)})`,
        ...first.flatMap(({ count, outcome, errorCode, message, jobIds }) => [
          plain(
            `${count} ${outcome}${errorCode === undefined ? "" : ` ${errorCode}`}, for example ${jobIds[0]}`,
          ),
          ...dataLines(message, "  "),
        ]),
        ...(comparison === null ? [] : comparisonText(comparison)),
      ],
      data: {
        ...facts,
        successRate: rate,
        interval: rate === null ? null : { ...wilson },
        causes: first.map(({ outcome, errorCode = null, message, count, jobIds }) => ({
          outcome,
          errorCode,
          message: marked(message),
          count,
          jobId: jobIds[0] ?? null,
        })),
        comparison: comparison === null ? null : factsOf(comparison),
      },
    };
  },
});

const compared = (a: string, b: string, { api, signal }: McpCall) =>
  api.compareBatches({ query: { a, b }, signal });

function factsOf({
  tasks,
  same,
  difference,
  test,
}: Awaited<ReturnType<typeof compared>>): z.input<typeof Comparison> {
  const changed = (change: "fixed" | "broken"): string[] =>
    tasks.filter((task) => task.change === change).map(({ taskId }) => taskId);
  const { mean, low, high } = difference;
  return {
    fixed: changed("fixed"),
    broken: changed("broken"),
    same,
    difference: mean === null || low === null || high === null ? null : { mean, low, high },
    pValue: test.pValue,
  };
}
