import type { Plan } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import type { Repositories } from "#shared/storage/repositories.ts";

/** What a job has several of, numbered from 1. */
interface NumberedItems<Item> {
  readonly numberOf: (item: Item) => number;
  /** All from that number on, in order; none after `upTo` is there yet. */
  readonly read: (tenantId: TenantId, jobId: JobId, first: number, upTo?: number) => Promise<readonly Item[]>;
  /** So many of the newest may change, whatever `isSettled` says. */
  readonly stillChanging: number;
  readonly isSettled: (item: Item) => boolean;
}

type History<Item> = (tenantId: TenantId, jobId: JobId, upTo?: number) => Promise<readonly Item[]>;
export type StepHistory = History<Step>;
export type PlanHistory = History<Plan>;

/**
 * A job's items, oldest first. Those that nothing changes any more are read, and held to their schema, once an instance: every
 * turn asks for all of them. The newest are read each time. `most` is how many an instance keeps of all its jobs.
 */
function createHistory<Item>(items: NumberedItems<Item>, most: number): History<Item> {
  const kept = new Map<string, readonly Item[]>();
  let count = 0;

  const forget = (name: string): void => {
    count -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  };
  const keep = (name: string, settled: readonly Item[]): void => {
    forget(name);
    if (settled.length === 0) return;
    kept.set(name, settled);
    count += settled.length;
    for (const oldest of kept.keys()) {
      if (count <= most) break;
      forget(oldest);
    }
  };

  return async (tenantId, jobId, upTo) => {
    const name = `${tenantId}/${jobId}`;
    const known = kept.get(name) ?? [];
    const last = known.at(-1);
    const first = last === undefined ? 1 : items.numberOf(last) + 1;
    const all = [...known, ...(await items.read(tenantId, jobId, first, upTo))];
    keep(name, settledOf(all, items));
    return all;
  };
}

/** Up to the first that may change. */
function settledOf<Item>(
  all: readonly Item[],
  { stillChanging, isSettled }: NumberedItems<Item>,
): readonly Item[] {
  const old = all.slice(0, Math.max(0, all.length - stillChanging));
  const open = old.findIndex((item) => !isSettled(item));
  return open < 0 ? old : old.slice(0, open);
}

/** A few kilobytes each. */
const mostSteps = 4_000;
/** A verdict, a tool's answer, what a person did: what comes after a step comes within the turns next to it. */
const changingSteps = 4;
/** So many are read one by one, which lets them share a call with what else a turn reads; a list needs one of its own. */
const mostReadSingly = 8;

export const createStepHistory = (
  steps: Pick<Repositories["steps"], "between" | "from">,
  most = mostSteps,
): StepHistory =>
  createHistory(
    {
      numberOf: ({ stepNumber }) => stepNumber,
      read: (tenantId, jobId, first, upTo) =>
        upTo !== undefined && upTo - first < mostReadSingly
          ? steps.between(tenantId, jobId, first, upTo)
          : steps.from(tenantId, jobId, first),
      stillChanging: changingSteps,
      isSettled: isSettledStep,
    },
    most,
  );

/** A late answer of a host still changes an outcome that is open or uncertain. A claim has none, but a check. */
const isSettledStep = ({ outcome, completionCheck }: Step): boolean =>
  outcome === undefined ? completionCheck !== undefined : outcome.effect !== "indeterminate";

const mostPlans = 2_000;

/** Plans are numbered without gaps: mostly there is none, or one, which share a call with what else a turn reads. */
export const createPlanHistory = (plans: Pick<Repositories["plans"], "get" | "from">): PlanHistory =>
  createHistory(
    {
      numberOf: ({ planNumber }) => planNumber,
      read: async (tenantId, jobId, first) => {
        const planOf = (planNumber: number) => plans.get({ tenantId, jobId, planNumber });
        const [next, second] = await Promise.all([planOf(first), planOf(first + 1)]);
        const later = second === null ? [] : await plans.from(tenantId, jobId, first + 2);
        return [next, second, ...later].filter((plan) => plan !== null);
      },
      stillChanging: 0,
      isSettled: ({ status, adoptedAtStep }) => status === "failed" || adoptedAtStep !== undefined,
    },
    mostPlans,
  );
