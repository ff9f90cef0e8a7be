import type { Step } from "#shared/contracts/step/step.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import type { Repositories } from "#shared/storage/repositories.ts";

/** So many steps an instance keeps of all its jobs: a few kilobytes each. */
const mostKept = 4_000;

/** A verdict, a tool's answer, what a person did: what comes after a step comes within the turns next to it. */
const stillChanging = 4;

/**
 * A job's steps, oldest first. Those that nothing changes any more are read, and held to their schema, once an instance: every
 * turn asks for all of them. The newest are read each time.
 */
export function createStepHistory(steps: Pick<Repositories["steps"], "from">, most = mostKept) {
  const kept = new Map<string, readonly Step[]>();
  let count = 0;

  const forget = (name: string): void => {
    count -= kept.get(name)?.length ?? 0;
    kept.delete(name);
  };
  const keep = (name: string, settled: readonly Step[]): void => {
    forget(name);
    if (settled.length === 0) return;
    kept.set(name, settled);
    count += settled.length;
    for (const oldest of kept.keys()) {
      if (count <= most) break;
      forget(oldest);
    }
  };

  return async (tenantId: TenantId, jobId: JobId): Promise<readonly Step[]> => {
    const name = `${tenantId}/${jobId}`;
    const known = kept.get(name) ?? [];
    const all = [...known, ...(await steps.from(tenantId, jobId, (known.at(-1)?.stepNumber ?? 0) + 1))];
    keep(name, settledOf(all));
    return all;
  };
}

/** Up to the first that may change. */
function settledOf(all: readonly Step[]): readonly Step[] {
  const old = all.slice(0, -stillChanging);
  const open = old.findIndex((step) => !isSettled(step));
  return open < 0 ? old : old.slice(0, open);
}

/** A late answer of a host still changes an outcome that is open or uncertain. A claim has none, but a check. */
const isSettled = ({ outcome, completionCheck }: Step): boolean =>
  outcome === undefined ? completionCheck !== undefined : outcome.effect !== "indeterminate";

export type StepHistory = ReturnType<typeof createStepHistory>;
