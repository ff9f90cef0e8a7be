import type { BatchItem, ItemAttempt } from "../../contracts/batch/batch-item.ts";
import type { AgentKind } from "../../contracts/job/agent.ts";
import type { JobOutcome } from "../../contracts/job/job.ts";
import type { ReviewSummary } from "../../contracts/job/review.ts";
import type { TaskId, VariantName } from "../../contracts/values/batch-ids.ts";
import { defined } from "../../values/defined.ts";
import { isUnverified } from "../shown-outcome.ts";
import type { RunTally } from "./rate-interval.ts";
import { sumOf } from "./share.ts";
import { countsAsRun } from "./stop-when.ts";

/** What statistics read of an item: a line of a batch's results has it too. */
export type JudgedItem = Pick<
  BatchItem,
  "taskId" | "variant" | "tags" | "weight" | "status" | "skippedFor" | "attempts"
>;

/** An item that ended, with what statistics need of it: 100,000 of them are held at once. */
export interface EndedRun {
  readonly taskId: TaskId;
  readonly variant: VariantName;
  readonly tags: readonly string[];
  readonly weight: number;
  /** The counted outcome: a person's verdict, or else the job's outcome. */
  readonly outcome: JobOutcome;
  /** A person's verdict counts; `overturned`: and the job had come to something else. */
  readonly reviewed: boolean;
  readonly overturned: boolean;
  /** It succeeded without confirmation by a check or a person. */
  readonly unverified: boolean;
  /** Its last attempt: what counts. */
  readonly last: ItemAttempt;
  readonly attempts: number;
  readonly lostAttempts: number;
  /** Over all attempts with a price. */
  readonly costUsd: number;
  readonly unpricedAttempts: number;
}

/** Null for an item that has not ended. */
export function endedRun(item: JudgedItem): EndedRun | null {
  const last = item.attempts.at(-1);
  if (item.status !== "ended" || last?.outcome === undefined) return null;
  const counted = countedOutcome(last.outcome, last.review);
  return {
    taskId: item.taskId,
    variant: item.variant,
    tags: item.tags,
    weight: item.weight,
    ...counted,
    unverified: !counted.reviewed && isUnverified(last),
    last,
    attempts: item.attempts.length,
    lostAttempts: item.attempts.filter(({ outcome }) => outcome === "inconclusive").length,
    costUsd: sumOf(item.attempts, ({ costUsd }) => costUsd ?? 0),
    unpricedAttempts: item.attempts.filter(hasNoPrice).length,
  };
}

/** It counts in a success rate: it failed, or its success was confirmed by something other than the agent. */
export const isCounted = ({ outcome, unverified }: Pick<EndedRun, "outcome" | "unverified">): boolean =>
  countsAsRun(outcome) && !unverified;

/** Only for jobs of an agent: cancelled or refused jobs are not judged (docs/judging.md). */
const reviewable: ReadonlySet<JobOutcome> = new Set<JobOutcome>(["succeeded", "failed", "inconclusive"]);

export function countedOutcome(
  outcome: JobOutcome,
  review: ReviewSummary | undefined,
): Pick<EndedRun, "outcome" | "reviewed" | "overturned"> {
  const verdict = review?.verdict ?? "unsure";
  if (verdict === "unsure" || !reviewable.has(outcome))
    return { outcome, reviewed: false, overturned: false };
  return { outcome: verdict, reviewed: true, overturned: verdict !== outcome };
}

const hasNoPrice = ({ costUsd, inputTokens, outputTokens }: ItemAttempt): boolean =>
  costUsd === undefined && inputTokens + outputTokens > 0;

export const tokensUsed = ({ inputTokens, outputTokens }: ItemAttempt): number => inputTokens + outputTokens;

/** What `key` makes alike, in the order of the first of each. */
export function grouped<Item, Key>(
  items: Iterable<Item>,
  key: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export const taskAndVariant = ({ taskId, variant }: Pick<EndedRun, "taskId" | "variant">): string =>
  `${taskId} ${variant}`;

/** Who chose a run's actions: two kinds of agent may have one name. */
export interface Chooser {
  readonly kind: AgentKind;
  readonly agent: string;
  readonly model?: string;
}

export function chooserOf({ last }: Pick<EndedRun, "last">): Chooser {
  const { agent = "builtin", agentKind, model } = last;
  // Kept without its kind: Drover's own has no name as a rule, and what has one is a program's.
  const kind = agentKind ?? kindNamed(agent);
  return { kind, agent, ...defined({ model }) };
}

const kinds: readonly AgentKind[] = ["builtin", "human", "script", "session"];
const kindNamed = (agent: string): AgentKind => kinds.find((kind) => kind === agent) ?? "external";

export function tallyOf(runs: readonly EndedRun[]): RunTally {
  const counted = runs.filter(isCounted);
  return {
    runs: counted.length,
    successes: counted.filter(({ outcome }) => outcome === "succeeded").length,
  };
}

export function outcomeCounts(runs: readonly EndedRun[]): Record<JobOutcome, number> {
  const counts: Record<JobOutcome, number> = {
    succeeded: 0,
    failed: 0,
    inconclusive: 0,
    cancelled: 0,
    over_budget: 0,
    refused: 0,
    invalid: 0,
  };
  for (const { outcome } of runs) counts[outcome] += 1;
  return counts;
}
