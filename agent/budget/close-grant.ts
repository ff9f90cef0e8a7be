import type { Job } from "#shared/contracts/job/job.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { usedBy } from "#shared/rules/budget/budget-amounts.ts";
import { dayOf } from "#shared/rules/budget/shared-budget.ts";
import type { BudgetScope } from "#shared/storage/limits/budget-entity.ts";
import type { Services } from "../runtime/services.ts";
import { scopesOf } from "./budget-states.ts";

const mostTries = 12;
const longestPauseMilliseconds = 40;

/**
 * Gives back what an ended job did not use of its shared budgets, and counts what it spent on the day it was made: once, however often
 * and by whomever it is called. A job without such budgets that spent nothing costs nothing here.
 * @throws StorageUnavailable
 */
export async function closeGrant(
  ended: Job,
  runtime: Pick<Services, "now" | "random" | "repositories" | "sleep">,
): Promise<void> {
  if (ended.grantClosedAt !== undefined) return;
  if (ended.sharedBudget === undefined && ended.spentUsd === 0) return;
  const { jobs, budgets } = runtime.repositories;
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const job = await jobs.get(ended.tenantId, ended.jobId);
    if (job === null || job.grantClosedAt !== undefined) return;
    const now = runtime.now();
    const end = {
      used: usedBy(job, now),
      scopes: scopesOf(job),
      counted: countedOn(job),
      at: now.toISOString(),
    };
    if ((await budgets.close(job, end)) === "done") return;
    await runtime.sleep(runtime.random() * longestPauseMilliseconds * tries);
  }
  throw new DroverError(
    "StorageUnavailable",
    "Too many jobs return their rest to one budget at the same time.",
  );
}

/** A day has its counters, budget or none: what is spent on it is looked at (GET /v1/spending). */
const countedOn = ({ sharedBudget, createdAt }: Job): BudgetScope | undefined =>
  sharedBudget?.day === undefined ? `day.${dayOf(new Date(createdAt))}` : undefined;
