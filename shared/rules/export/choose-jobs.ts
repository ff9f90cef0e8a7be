import { hash } from "node:crypto";
import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { ExportFilter } from "../../contracts/result/export.ts";
import type { ResultItem } from "../batch-results/result-source.ts";

type Judged = Pick<Trajectory["job"], "outcome" | "claim" | "falseComplete" | "falseInfeasible">;

/** Claim and verdict agree. Without one of them this is false. */
export function claimAgrees({ outcome, claim, falseComplete, falseInfeasible }: Judged): boolean {
  if (claim === undefined || falseComplete === true || falseInfeasible === true) return false;
  // Where that it cannot be done was the right answer, the job has succeeded too.
  return outcome === "succeeded" || (outcome === "failed" && claim.status === "infeasible");
}

/** The same for jobs that did the same on the same screens, whenever and wherever. */
export function fingerprint({ job, steps }: Trajectory): string {
  const done = steps.map(({ before, actions }) => [before.treeHash, actions.map(({ action }) => action)]);
  return hash("sha256", JSON.stringify([job.task, job.outcome, done]));
}

/** Says of one job after the other whether it is chosen. */
export function jobChooser(filter: ExportFilter): (trajectory: Trajectory) => boolean {
  const seen = new Set<string>();
  return (trajectory) => {
    const { job, steps } = trajectory;
    if (filter.only && (job.outcome === undefined || !filter.only.includes(job.outcome))) return false;
    if (filter.agree && !claimAgrees(job)) return false;
    if (filter.maxSteps !== undefined && steps.length > filter.maxSteps) return false;
    if (!filter.dedupe) return true;
    const mark = fingerprint(trajectory);
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  };
}

/** Whether a job can be chosen, by its item's fields alone, so that its trajectory need not be read. */
export function mayBeChosen(
  filter: ExportFilter,
  { status, attempts }: Pick<ResultItem, "status" | "attempts">,
): boolean {
  const last = attempts.at(-1);
  if (status !== "ended" || last?.outcome === undefined) return false;
  if (filter.only && !filter.only.includes(last.outcome)) return false;
  if (filter.agree && last.falseComplete === true) return false;
  return filter.maxSteps === undefined || last.steps <= filter.maxSteps;
}

export const isFiltering = (filter: ExportFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined && value !== false);
