import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { Command } from "commander";
import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import { batchCommand } from "#cli/commands/jobs/batch.ts";
import { CommandFailure } from "#cli/terminal/command-failure.ts";
import { BatchResponse, type SubmittedBatch } from "#shared/contracts/api/responses/batch-response.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";

export const batchId = "01JBATCH000000000000000000";
const at = "2026-01-01T00:00:00.000Z";

/** A batch as `GET /v1/batches/{id}` answers. */
export function batchResponse(given: Partial<Record<keyof BatchResponse, unknown>> = {}): BatchResponse {
  return BatchResponse.parse({
    schemaVersion: 1,
    batchId,
    name: "everyday",
    status: "finished",
    settings: {},
    lineCount: 2,
    taskCount: 2,
    variants: ["default"],
    createdAt: at,
    counts: { outcomes: { succeeded: 2 } },
    progress: { pending: 0, running: 0, ended: 2, skipped: 0, share: 1 },
    costUsd: 0,
    deviceMinutes: 1,
    budgetLeft: {},
    ...given,
  });
}

export const submitted = (given: Partial<Record<keyof SubmittedBatch, unknown>> = {}) => ({
  ...batchResponse({ status: "running" }),
  kept: 0,
  new: 2,
  ...given,
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: unknown;
}

type Answer = { readonly status?: number; readonly type?: string; readonly body: unknown };

/** A farm that answers as a test says, and the commands that ask it, in this process. */
export function scriptedFarm(build: (command: Command) => Command = batchCommand) {
  let server: LoopbackServer;
  /** By method and path; of a list the first, until one is left. */
  let answers = new Map<string, Answer[]>();
  let asked: Asked[] = [];
  beforeAll(async () => {
    server = await startLoopbackServer({
      answer: async ({ method, path, query, body }) => {
        const text = body.toString();
        asked.push({ method, path, query, body: text.startsWith("{") ? JSON.parse(text) : text });
        const waiting = answers.get(`${method} ${path.replace(/\/events$/, "")}`) ?? [];
        const next = waiting.length > 1 ? waiting.shift() : waiting[0];
        const answer = path.endsWith("/events") ? told(next) : next;
        const { status = answer ? 200 : 404, type = "application/json", body: given = {} } = answer ?? {};
        const sent = typeof given === "string" ? given : JSON.stringify(given);
        return { status, headers: { "content-type": type }, body: sent };
      },
      bodyLimitBytes: 20_000_000,
      tooLarge: { status: 413, headers: {}, body: "" },
    });
  });
  beforeEach(() => {
    answers = new Map([[`GET /v1/batches/${batchId}/causes`, [{ body: { ended: 0, groups: [] } }]]]);
    asked = [];
    vi.stubEnv("DROVER_API_URL", server.url);
    vi.stubEnv("DROVER_TOKEN", "t");
    process.exitCode = undefined;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    process.exitCode = undefined;
  });
  afterAll(() => server.close());

  return {
    url: () => server.url,
    asked: (method: string, path: string) =>
      asked.filter((one) => one.method === method && one.path === path),
    answer(method: string, path: string, ...given: readonly Answer[]): void {
      answers.set(`${method} ${path}`, [...given]);
    },
    run: (...args: readonly string[]) => commandLine(build, args),
  };
}

let eventCount = 0;
/** A batch as an event of its stream, which ends when it does; what is none as it is. */
function told(answer: Answer | undefined): Answer | undefined {
  const batch = BatchResponse.safeParse(answer?.body).data;
  if (batch === undefined) return answer;
  eventCount += 1;
  const event = `id: ${eventCount}\nevent: batch\ndata: ${JSON.stringify(batch)}\n\n`;
  const isOver = hasEnded(batch) && batch.uploadId === undefined;
  const end = isOver ? `event: end\ndata: ${JSON.stringify({ status: batch.status })}\n\n` : "";
  return { type: "text/event-stream", body: `retry: 1\n${event}${end}` };
}

/** What `drover batch …` printed and left. */
export const batchCommandLine = (...args: readonly string[]) => commandLine(batchCommand, args);

async function commandLine(build: (command: Command) => Command, args: readonly string[]) {
  const printed = (stream: NodeJS.WriteStream) => vi.spyOn(stream, "write").mockReturnValue(true);
  const [stdout, stderr] = [printed(process.stdout), printed(process.stderr)];
  const text = (spy: typeof stdout) => spy.mock.calls.map(([line]) => String(line)).join("");
  try {
    await build(new Command("drover").exitOverride()).parseAsync([...args], { from: "user" });
    return { out: text(stdout), err: text(stderr), code: process.exitCode ?? 0 };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { out: text(stdout), err: text(stderr) + error.message, code: error.exitCode };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
