import * as z from "zod";
import { JobOutcome, JobStatus } from "#shared/contracts/job/job.ts";
import { plain } from "#shared/text/plain-text.ts";
import { markedOrNull } from "../marked.ts";
import { defineMcpTool, type McpCall } from "../mcp-tool.ts";

const text = z.string().nullable();
const Item = z.object({
  id: z.string(),
  status: text,
  /** What it is, in words of a device, a model or a person: marked. */
  words: text,
  at: text,
});
type Item = z.infer<typeof Item>;

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly outcome?: JobOutcome | undefined;
  readonly text?: string | undefined;
  readonly jobId?: string | undefined;
}

interface Page<Found> {
  readonly items: readonly Found[];
  readonly nextCursor?: string | undefined;
}
type Ask<Found> = (query: Asked, api: McpCall["api"], signal: AbortSignal) => Promise<Page<Found>>;
type Row = readonly [id: string, status: string, words: string | null, at: string];

const listOf = <Found>(
  ask: Ask<Found>,
  row: (found: Found) => Row,
  filters: readonly (keyof Asked)[] = [],
) => ({
  filters,
  list: async (query: Asked, { api, signal }: McpCall): Promise<Page<Item>> => {
    const page = await ask(query, api, signal);
    const items = page.items.map(row).map(([id, status, words, at]) => ({
      ...{ id, status, at },
      words: markedOrNull(words),
    }));
    return { ...page, items };
  },
});

/** Each kind with its own filters; those of another kind are refused. */
const lists = {
  jobs: listOf(
    ({ jobId: _jobId, ...query }, api, signal) => api.listJobs({ query, signal }),
    (job) => [job.jobId, job.outcome ?? job.status, job.task, job.createdAt],
    ["status", "outcome", "text"],
  ),
  batches: listOf(
    ({ limit, cursor }, api, signal) => api.listBatches({ query: { limit, cursor }, signal }),
    (one) => [one.batchId, one.status, one.name, one.createdAt],
  ),
  questions: listOf(
    ({ limit, cursor }, api, signal) => api.listQuestions({ query: { limit, cursor }, signal }),
    (one) => [`${one.jobId} ${one.questionId}`, one.status, one.text, one.askedAt],
  ),
  errors: listOf(
    ({ limit, cursor, jobId }, api, signal) => api.listErrors({ query: { limit, cursor, jobId }, signal }),
    (one) => [`${one.jobId} step ${one.stepNumber}`, one.code, one.message, one.capturedAt],
    ["jobId"],
  ),
  devices: listOf(
    ({ limit, cursor }, api, signal) => api.listDevices({ query: { limit, cursor }, signal }),
    ({ deviceId, state, pool, model, androidRelease, updatedAt }) => [
      deviceId,
      state,
      `pool ${pool}, ${model}, Android ${androidRelease}`,
      updatedAt,
    ],
  ),
  sessions: listOf(
    ({ limit, cursor }, api, signal) => api.listSessions({ query: { limit, cursor }, signal }),
    (one) => [one.sessionId, one.status, one.deviceId ?? null, one.createdAt],
  ),
};

export const listFarmTool = defineMcpTool({
  title: "List what is on the farm",
  description:
    "Jobs, batches, open questions, errors, devices or sessions, newest first. Jobs can be filtered by status, outcome or words of their task; errors by jobId.",
  effect: "reads",
  input: z
    .strictObject({
      what: z.enum(Object.keys(lists) as (keyof typeof lists)[]),
      status: JobStatus.optional(),
      outcome: JobOutcome.optional(),
      text: z.string().min(1).max(200).optional(),
      jobId: z.string().max(40).optional(),
      limit: z.int().min(1).max(100).default(20),
      cursor: z.string().max(2_000).optional().describe("nextCursor of the list before, for more of it."),
    })
    .superRefine(({ what, limit: _limit, cursor: _cursor, ...filters }, context) => {
      const known: readonly string[] = lists[what].filters;
      for (const [name, value] of Object.entries(filters))
        if (value !== undefined && !known.includes(name))
          context.addIssue({
            code: "custom",
            path: [name],
            message: `is not a filter of ${what}: omit it`,
          });
    }),
  output: z.object({ items: z.array(Item), nextCursor: text }),
  async run({ what, ...asked }, call) {
    const { items, nextCursor = null } = await lists[what].list(asked, call);
    return {
      text: [
        items.length === 0 ? `no ${what}` : `${items.length} ${what}:`,
        ...items.flatMap(({ id, status, words, at }) => [
          plain([id, status, at].filter((one) => one !== null).join("  ")),
          ...(words === null ? [] : [`  ${plain(words).slice(0, 300)}`]),
        ]),
        ...(nextCursor === null ? [] : [`more: cursor ${nextCursor}`]),
      ],
      data: { items: [...items], nextCursor },
    };
  },
});
