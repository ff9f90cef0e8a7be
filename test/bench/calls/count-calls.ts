import type { SFNClient } from "@aws-sdk/client-sfn";
import { type CloudUse, onUse } from "@drover/aws-local";
import { createApiClient } from "#cli/api-client.ts";
import type { Farm } from "#local/farm.ts";
import { endOf, tasks } from "../cost/measure-jobs.ts";

/** How often each service was called, by service, caller and operation, separated by spaces. */
export type Calls = ReadonlyMap<string, number>;

/** A row of the table in docs/performance.md. */
export const callGroups = {
  "table calls by functions": /^dynamodb (?!network)/,
  "table calls by the host": /^dynamodb network/,
  "objects written by the host": /^s3 network PUT/,
  "queue calls and task tokens": /^(sqs|states) (network|engine)/,
  "function invocations": /^lambda/,
} as const;
type CallGroup = keyof typeof callGroups;

export const inGroup = (calls: Calls, group: CallGroup): number =>
  [...calls].reduce((sum, [name, count]) => (callGroups[group].test(name) ? sum + count : sum), 0);

interface CountedJobs {
  readonly jobs: number;
  readonly steps: number;
  readonly calls: Calls;
}

export interface CountedFarm {
  readonly farm: Farm;
  readonly sfn: SFNClient;
}

/** Whoever counts asks for the end of an execution; the rest comes by the clock, however many steps there are. */
const noStepsCall =
  /^states network DescribeExecution$|\b(sweep-executions|run-schedule|retire-hosts)\b|^sqs farm /;

/** Calls that each further step makes, and those of a job without its steps. */
export async function countCalls(on: CountedFarm, jobs: number): Promise<{ step: Calls; job: Calls }> {
  // The first loads the functions and fills the caches.
  await run(on, tasks.short, jobs);
  const short = await run(on, tasks.short, jobs);
  const long = await run(on, tasks.long, jobs);
  const perJob = ({ calls }: CountedJobs, name: string): number => (calls.get(name) ?? 0) / jobs;
  const stepsOf = ({ steps }: CountedJobs): number => steps / jobs;
  const names = [...new Set([...short.calls.keys(), ...long.calls.keys()])].toSorted();
  const step = new Map(
    names.map((name) => [
      name,
      (perJob(long, name) - perJob(short, name)) / (stepsOf(long) - stepsOf(short)),
    ]),
  );
  const job = new Map(
    names.map((name) => [name, perJob(short, name) - stepsOf(short) * (step.get(name) ?? 0)]),
  );
  return { step, job };
}

async function run({ farm, sfn }: CountedFarm, task: string, count: number): Promise<CountedJobs> {
  const calls = new Map<string, number>();
  const stop = onUse((use) => {
    const name = nameOf(use);
    if (!noStepsCall.test(name)) calls.set(name, (calls.get(name) ?? 0) + 1);
  });
  const api = createApiClient(farm.file);
  const submitted = await Promise.all(Array.from({ length: count }, () => api.submit({ task })));
  for (const { jobId } of submitted) await endOf(sfn, "job", jobId);
  stop();
  const ended = await Promise.all(submitted.map(({ jobId }) => api.job(jobId)));
  const failed = ended.find(({ outcome }) => outcome !== "succeeded");
  if (failed) throw new Error(`job ${failed.jobId} ended ${failed.outcome}: ${failed.outcomeReason}`);
  return { jobs: count, steps: ended.reduce((sum, { stepCount }) => sum + stepCount, 0), calls };
}

const nameOf = ({ service, caller, operation }: CloudUse): string => `${service} ${caller} ${operation}`;
