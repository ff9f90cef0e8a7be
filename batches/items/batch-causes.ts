import type { BatchCause, BatchCauses, SharedFact, SharedField } from "#shared/contracts/api/batch-look.ts";
import type { BriefAttempt, BriefItem } from "#shared/contracts/batch/batch-item.ts";
import { causeOf } from "#shared/rules/batch/cause-of.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { countedOutcome } from "#shared/rules/statistics/ended-run.ts";
import { messageShape } from "#shared/text/message-shape.ts";
import { defined } from "#shared/values/defined.ts";

/** An item that ended, by its last attempt. */
interface Ended {
  /** Null: it succeeded. */
  readonly cause: string | null;
  readonly variant: BriefItem["variant"];
  readonly last: BriefAttempt;
  readonly outcome: NonNullable<BriefAttempt["outcome"]>;
}

const mostGroups = 200;
const mostJobs = 10;
const mostShared = 5;
/** From fewer jobs, in the group or outside of it, nothing follows: chance alone makes a few jobs alike. */
const leastJobs = 10;
/** What most of a group has, and clearly fewer of the others, is worth saying. */
const leastShareIn = 0.6;
const leastDifference = 0.25;

const valuesOf: { readonly [Field in SharedField]: (ended: Ended) => string | undefined } = {
  host: ({ last }) => last.hostId,
  device: ({ last }) => last.deviceId,
  app: ({ last }) => last.app,
  androidVersion: ({ last }) => last.androidRelease,
  model: ({ variant }) => variant,
  hour: ({ last }) => `${last.startedAt.slice(11, 13)}:00`,
};
const fields = Object.keys(valuesOf) as SharedField[];

/** What did not succeed, alike with alike, and what each group has in common that the rest of the batch has not. */
export function batchCauses(items: readonly BriefItem[]): BatchCauses {
  const ended = items.flatMap((item): Ended[] => {
    const last = item.attempts.at(-1);
    return item.status !== "ended" || last?.outcome === undefined
      ? []
      : [
          {
            cause: causeOf(item),
            variant: item.variant,
            last,
            outcome: countedOutcome(last.outcome, last.review).outcome,
          },
        ];
  });
  const all = countValues(ended);
  const groups = Map.groupBy(
    ended.filter(({ cause }) => cause !== null),
    ({ cause }) => cause,
  );
  const causes = [...groups.values()]
    .sort((one, other) => other.length - one.length)
    .slice(0, mostGroups)
    .flatMap((group) => groupOf(group, all, ended.length));
  return { ended: ended.length, groups: causes };
}

function groupOf(group: readonly Ended[], all: ValueCounts, total: number): BatchCause[] {
  const [first] = group;
  if (first === undefined || first.cause === null) return [];
  const { cause: id, outcome, last } = first;
  return [
    {
      id,
      outcome,
      ...defined({ errorCode: last.errorCode, check: last.failedCheck }),
      message: messageOf(group, last),
      count: group.length,
      jobIds: group.slice(0, mostJobs).map((ended) => ended.last.jobId),
      common: sharedBy(group, all, total),
    },
  ];
}

function messageOf(group: readonly Ended[], { failedCheck, outcomeReason = "" }: BriefAttempt): string {
  if (failedCheck === undefined) return messageShape(outcomeReason);
  const alike = group.every(({ last }) => last.failedCheck?.actual === failedCheck.actual);
  return `${checkSentence(failedCheck)}${alike ? "" : " Other jobs found other values."}`;
}

type ValueCounts = ReadonlyMap<SharedField, ReadonlyMap<string, number>>;

function countValues(ended: readonly Ended[]): ValueCounts {
  const counts = new Map(fields.map((field) => [field, new Map<string, number>()]));
  for (const one of ended)
    for (const field of fields) {
      const value = valuesOf[field](one);
      const counted = counts.get(field);
      if (value !== undefined) counted?.set(value, (counted.get(value) ?? 0) + 1);
    }
  return counts;
}

function sharedBy(group: readonly Ended[], all: ValueCounts, total: number): SharedFact[] {
  const others = total - group.length;
  if (group.length < leastJobs || others < leastJobs) return [];
  return [...countValues(group)]
    .flatMap(([field, counts]) =>
      [...counts].map(([value, count]): SharedFact => {
        const outside = (all.get(field)?.get(value) ?? 0) - count;
        return { field, value, shareIn: count / group.length, shareOut: outside / others };
      }),
    )
    .filter(({ shareIn, shareOut }) => shareIn >= leastShareIn && shareIn - shareOut >= leastDifference)
    .sort((one, other) => other.shareIn - other.shareOut - (one.shareIn - one.shareOut))
    .slice(0, mostShared);
}
