import type { SFNClient } from "@aws-sdk/client-sfn";
import { type CloudUse, onUse } from "@drover/aws-local";
import { createApiClient } from "#cli/api-client.ts";
import type { Farm } from "#local/farm.ts";
import { endOf, tasks } from "../cost/measure-jobs.ts";

/**
 * How often each service was called, by service, caller, operation and kind of item, separated by spaces. A receive counts
 * once for each message that it brought: how many come together, and how many polls bring none, depends on the machine's speed.
 */
export type Calls = ReadonlyMap<string, number>;

/** A row of the table in docs/performance.md. */
export const callGroups = {
  "table calls by functions": /^dynamodb (?!network)/,
  "table calls by the host": /^dynamodb network/,
  "objects written by the host": /^s3 network PUT/,
  /** Without deletes: those of one second travel together, so that a fast host makes a tenth of a call a message, a slow one a whole one. */
  "queue calls and task tokens": /^(sqs|states) (network|engine) (?!Delete)/,
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
const byTheClock =
  /^states network (DescribeExecution|SendTaskHeartbeat)$|^sqs network ChangeMessageVisibility$|\b(sweep-executions|run-schedule|retire-hosts)\b|^dynamodb (network UpdateItem host|\S+ GetItem allowance)$/;
/** A job claims and releases its device; between them its lease is renewed by the clock. */
const noStepsCall = /^dynamodb network UpdateItem device$/;

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
    names
      .filter((name) => !noStepsCall.test(name))
      .map((name) => [name, (perJob(long, name) - perJob(short, name)) / (stepsOf(long) - stepsOf(short))]),
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
    const count = use.service === "sqs" && use.operation === "ReceiveMessage" ? use.messages : 1;
    if (count > 0 && !byTheClock.test(name)) calls.set(name, (calls.get(name) ?? 0) + count);
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

const nameOf = (use: CloudUse): string =>
  [use.service, use.caller, use.operation, ...(use.service === "dynamodb" ? itemsOf(use.request) : [])].join(
    " ",
  );

interface ItemKey {
  readonly pk: { readonly S: string };
  readonly sk: { readonly S: string };
}

/** `step` of a job's `step#0001`, `allowance` of what the tenant has itself; none for a query or a batch. */
function itemsOf({ Key, Item }: { Key?: ItemKey; Item?: ItemKey }): readonly string[] {
  const key = Key ?? Item;
  if (key === undefined) return [];
  const [, owner = "", id] = key.pk.S.split("#");
  return [id === undefined ? owner : key.sk.S.split("#", 1).join()];
}
