import type { JobFilter, JobKind } from "../contracts/api/job-filter.ts";
import type { JobAgent } from "../contracts/job/agent.ts";
import type { Job } from "../contracts/job/job.ts";
import type { JobFacts } from "../contracts/job/job-facts.ts";
import { isUnverified } from "./shown-outcome.ts";

/** What of a job a list is filtered by, with the name of its batch where it is known. Of some parts it is enough that they are there. */
export type ListedFacts = Omit<JobFacts, JobPart> & {
  readonly [Part in JobPart]?: unknown;
} & { readonly batchName?: string | undefined };

type JobPart = (typeof kinds)[number][0] | "review";

/** The first of these fields that a job has determines its kind. */
const kinds = [
  ["parentJobId", "part"],
  ["roleOf", "role"],
  ["roles", "roles"],
  ["session", "session"],
  ["workflow", "workflow"],
  ["recovery", "recovery"],
  ["source", "continued"],
] as const satisfies readonly (readonly [keyof JobFacts, JobKind])[];

const kindOf = (job: ListedFacts): JobKind =>
  kinds.find(([field]) => job[field] !== undefined)?.[1] ?? "task";

/** Whether claim and verdict say the same; undefined where one of them is missing or in doubt. */
export function claimIsRight({
  falseComplete,
  falseInfeasible,
}: Pick<Job, "falseComplete" | "falseInfeasible">): boolean | undefined {
  const known = [falseComplete, falseInfeasible].filter((wrong) => wrong !== undefined);
  return known.length === 0 ? undefined : !known.includes(true);
}

const ownAgent: JobAgent = { kind: "builtin" };

/** What a search looks through. */
const knownText = ({ task, jobId, deviceId, apps, tags, batch, ...job }: ListedFacts): string =>
  [task, jobId, deviceId, ...(apps ?? []), ...tags, batch?.batchId, batch?.taskId]
    .concat(job.batchName, job.lastErrorCode, job.outcomeReason)
    .join("\n")
    .toLowerCase();

type Test = (job: ListedFacts, filter: JobFilter) => boolean;

/** What each field of the filter asks of a job; a field without its test does not compile. */
const tests: { readonly [Name in Exclude<keyof JobFilter, "kind">]: Test } = {
  outcome: (job, { outcome }) => (outcome === "unverified" ? isUnverified(job) : job.outcome === outcome),
  claim: ({ claim, status }, filter) =>
    filter.claim === "none" ? claim === undefined && status === "finished" : claim?.status === filter.claim,
  falseComplete: (job, filter) => job.falseComplete === filter.falseComplete,
  falseInfeasible: (job, filter) => job.falseInfeasible === filter.falseInfeasible,
  alreadySatisfied: (job, filter) => job.alreadySatisfied === filter.alreadySatisfied,
  sideEffects: ({ sideEffectCount }, filter) =>
    sideEffectCount !== undefined && sideEffectCount > 0 === filter.sideEffects,
  claimAgrees: (job, filter) => claimIsRight(job) === filter.claimAgrees,
  reviewed: ({ review }, filter) => (review !== undefined) === filter.reviewed,
  errorCode: ({ lastErrorCode }, filter) => lastErrorCode === filter.errorCode,
  deviceId: ({ deviceId }, filter) => deviceId === filter.deviceId,
  hostId: ({ hostId }, filter) => hostId === filter.hostId,
  app: ({ apps = [] }, { app = "" }) => apps.includes(app),
  tag: ({ tags }, { tag = "" }) => tags.includes(tag),
  batchId: ({ batch }, filter) => batch?.batchId === filter.batchId,
  model: ({ agentModel, models, batch }, { model = "" }) =>
    [agentModel, models.agent.model, batch?.variant].some((name) => name === model),
  agent: ({ agent = ownAgent }, filter) => [agent.kind, agent.name].some((known) => known === filter.agent),
  text: (job, { text = "" }) => {
    const known = knownText(job);
    return text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => known.includes(word));
  },
};

const isOfKind: Test = (job, { kind }) =>
  kind === undefined ? !["part", "role"].includes(kindOf(job)) : kindOf(job) === kind;

/** Whether a list by this filter has the job. */
export const fitsFilter = (job: ListedFacts, filter: JobFilter): boolean =>
  isOfKind(job, filter) &&
  Object.entries(tests).every(
    ([name, test]) => filter[name as keyof typeof tests] === undefined || test(job, filter),
  );

/** Whether what a field asks for is known of jobs that have ended alone. */
const knownAtEnd: { readonly [Name in keyof JobFilter]-?: boolean } = {
  outcome: true,
  claim: false,
  falseComplete: true,
  falseInfeasible: true,
  alreadySatisfied: false,
  sideEffects: true,
  kind: false,
  claimAgrees: true,
  reviewed: false,
  errorCode: false,
  deviceId: false,
  hostId: false,
  app: true,
  tag: false,
  batchId: false,
  model: false,
  agent: false,
  text: false,
};

/** What the filter asks for is known of jobs that have ended alone; that a job claims nothing, too. */
export const asksForEnded = (filter: JobFilter): boolean =>
  filter.claim === "none" ||
  Object.entries(knownAtEnd).some(([name, known]) => known && filter[name as keyof JobFilter] !== undefined);
