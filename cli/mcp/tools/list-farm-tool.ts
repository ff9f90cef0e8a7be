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

interface Listed {
  readonly items: readonly Item[];
  readonly nextCursor?: string | undefined;
}

interface Asked {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly status?: JobStatus | undefined;
  readonly outcome?: JobOutcome | undefined;
  readonly text?: string | undefined;
  readonly jobId?: string | undefined;
}

type List = (asked: Asked, call: McpCall) => Promise<Listed>;

/** Each kind's own filters; of another kind they are refused. */
const lists = {
  jobs: {
    filters: ["status", "outcome", "text"],
    list: async ({ limit, cursor, status, outcome, text: words }, { api, signal }) => {
      const page = await api.listJobs({ query: { limit, cursor, status, outcome, text: words }, signal });
      return {
        ...page,
        items: page.items.map((job) => item(job.jobId, job.outcome ?? job.status, job.task, job.createdAt)),
      };
    },
  },
  batches: {
    filters: [],
    list: async ({ limit, cursor }, { api, signal }) => {
      const page = await api.listBatches({ query: { limit, cursor }, signal });
      return {
        ...page,
        items: page.items.map((one) => item(one.batchId, one.status, one.name, one.createdAt)),
      };
    },
  },
  questions: {
    filters: [],
    list: async ({ limit, cursor }, { api, signal }) => {
      const page = await api.listQuestions({ query: { limit, cursor }, signal });
      return {
        ...page,
        items: page.items.map((one) =>
          item(`${one.jobId} ${one.questionId}`, one.status, one.text, one.askedAt),
        ),
      };
    },
  },
  errors: {
    filters: ["jobId"],
    list: async ({ limit, cursor, jobId }, { api, signal }) => {
      const page = await api.listErrors({ query: { limit, cursor, jobId }, signal });
      return {
        ...page,
        items: page.items.map((one) =>
          item(`${one.jobId} step ${one.stepNumber}`, one.code, one.message, one.capturedAt),
        ),
      };
    },
  },
  devices: {
    filters: [],
    list: async ({ limit, cursor }, { api, signal }) => {
      const page = await api.listDevices({ query: { limit, cursor }, signal });
      return {
        ...page,
        items: page.items.map((one) =>
          item(
            one.deviceId,
            one.state,
            `pool ${one.pool}, ${one.model}, Android ${one.androidRelease}`,
            one.updatedAt,
          ),
        ),
      };
    },
  },
  sessions: {
    filters: [],
    list: async ({ limit, cursor }, { api, signal }) => {
      const page = await api.listSessions({ query: { limit, cursor }, signal });
      return {
        ...page,
        items: page.items.map((one) => item(one.sessionId, one.status, one.deviceId ?? null, one.createdAt)),
      };
    },
  },
} as const satisfies Readonly<
  Record<string, { readonly filters: readonly (keyof Asked)[]; readonly list: List }>
>;

const item = (id: string, status: string | null, words: string | null, at: string | null): Item => ({
  id,
  status,
  words: markedOrNull(words),
  at,
});

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
