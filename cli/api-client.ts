import * as z from "zod";
import { Device } from "#shared/contracts/device.ts";
import { ErrorSnapshot } from "#shared/contracts/error-snapshot.ts";
import { Job } from "#shared/contracts/job.ts";
import { Problem } from "#shared/contracts/problem.ts";
import { Step } from "#shared/contracts/step.ts";
import { CommandFailure } from "./command-failure.ts";
import { exitCodes } from "./exit-codes.ts";

/** Answers carry links beside the stored fields, and a newer farm may add more: read what is known. */
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().optional() });
export const JobAnswer = z.object({ ...Job.shape, links: z.record(z.string(), z.string()).optional() });
export type JobAnswer = z.infer<typeof JobAnswer>;
export const StepAnswer = z.object({ ...Step.shape, links: z.record(z.string(), z.string()).optional() });
export type StepAnswer = z.infer<typeof StepAnswer>;
export const ErrorAnswer = z.object({
  ...ErrorSnapshot.shape,
  links: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof ErrorAnswer>;

export interface ApiAddress {
  readonly apiUrl: string;
  readonly token: string;
}

const requestDeadlineMilliseconds = 30_000;

/** The public HTTP API, as any caller would use it. Throws CommandFailure with the problem's words. */
export function createApiClient(address: ApiAddress) {
  const call = async (method: string, route: string, body?: unknown, headers = {}): Promise<unknown> => {
    const response = await fetch(new URL(route, address.apiUrl), {
      method,
      headers: { authorization: `Bearer ${address.token}`, "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestDeadlineMilliseconds),
    }).catch((cause: unknown) => {
      throw new CommandFailure(exitCodes.noFarm, `No answer from ${address.apiUrl}: ${describe(cause)}`, [
        "Start a farm with 'drover up', or set DROVER_API_URL and DROVER_TOKEN.",
      ]);
    });
    const answer: unknown = await response.json().catch(() => null);
    if (!response.ok) throw problemFailure(response.status, answer);
    return answer;
  };
  const page = (query: Readonly<Record<string, string | number | undefined>>): string => {
    const entries: [string, string][] = [];
    for (const [key, value] of Object.entries(query))
      if (value !== undefined) entries.push([key, String(value)]);
    return entries.length === 0 ? "" : `?${new URLSearchParams(entries)}`;
  };
  const idOf = (id: string): string => encodeURIComponent(id);
  return {
    submit: async (request: unknown, idempotencyKey?: string) =>
      JobAnswer.parse(
        await call("POST", "/v1/jobs", request, idempotencyKey ? { "idempotency-key": idempotencyKey } : {}),
      ),
    job: async (jobId: string) => JobAnswer.parse(await call("GET", `/v1/jobs/${idOf(jobId)}`)),
    jobs: async (query: { limit?: number; cursor?: string; status?: string }) =>
      pageOf(JobAnswer).parse(await call("GET", `/v1/jobs${page(query)}`)),
    cancel: async (jobId: string) => JobAnswer.parse(await call("POST", `/v1/jobs/${idOf(jobId)}/cancel`)),
    steps: async (jobId: string, query: { limit?: number; cursor?: string } = {}) =>
      pageOf(StepAnswer).parse(await call("GET", `/v1/jobs/${idOf(jobId)}/steps${page(query)}`)),
    trajectory: (jobId: string) => call("GET", `/v1/jobs/${idOf(jobId)}/trajectory`),
    errors: async (query: { limit?: number; cursor?: string; jobId?: string }) =>
      pageOf(ErrorAnswer).parse(await call("GET", `/v1/errors${page(query)}`)),
    devices: async (query: { limit?: number; cursor?: string } = {}) =>
      pageOf(z.object(Device.shape)).parse(await call("GET", `/v1/devices${page(query)}`)),
  };
}
export type ApiClient = ReturnType<typeof createApiClient>;

const describe = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message
      : error.message
    : String(error);

function problemFailure(status: number, answer: unknown): CommandFailure {
  const problem = Problem.safeParse(answer);
  if (!problem.success) return new CommandFailure(exitCodes.error, `The API answered ${status}.`);
  const { detail, errors = [] } = problem.data;
  const fields = errors.map(
    (e) => `${e.field}: ${e.message}${e.value === undefined ? "" : ` (got ${e.value || "nothing"})`}`,
  );
  // Of wrong fields the detail says the same, without what was sent; of anything else the fields say no more than it.
  const wrongFields = errors.length > 0 && errors.every((e) => detail.includes(`${e.field}: ${e.message}`));
  const exitCode = status < 500 && status !== 401 ? exitCodes.usage : exitCodes.error;
  return new CommandFailure(exitCode, wrongFields ? fields.join("\n  ") : detail, problem.data.advice);
}
