import { type Finding, finding } from "./finding.ts";
import { oneLeaseEach } from "./lease-findings.ts";
import type { Ledger } from "./read-ledger.ts";
import { leastLongSteps, leastSteps } from "./the-batch.ts";

/** What must hold after any faults (docs/faults.md), asked of what is stored. */
export function findings(ledger: Ledger, lineCount: number): readonly Finding[] {
  return [
    oneOutcomeEach(ledger, lineCount),
    noneTwice(ledger),
    agentNotBlamed(ledger),
    jobsAgree(ledger),
    oneLeaseEach(ledger),
    countsAddUp(ledger),
    withinBudget(ledger),
    doneInFull(ledger),
  ];
}

function oneOutcomeEach({ items }: Ledger, lineCount: number): Finding {
  const open = items.filter(
    ({ status, attempts }) => status !== "ended" || attempts.at(-1)?.outcome === undefined,
  );
  const missing = lineCount - items.length;
  const wrong = [
    ...open.map(({ taskId, epoch, status }) => `${taskId}#${epoch} is ${status}`),
    ...(missing === 0 ? [] : [`${missing} lines have no item`]),
  ];
  return finding("every job one outcome, none lost", wrong, `${items.length} items ended`);
}

/** Only the farm's faults are tried again. */
function noneTwice({ items }: Ledger): Finding {
  const wrong = items.filter(({ attempts }) =>
    attempts.slice(0, -1).some(({ outcome }) => outcome !== "inconclusive"),
  );
  const again = items.filter(({ attempts }) => attempts.length > 1).length;
  const names = wrong.map(({ taskId, epoch }) => `${taskId}#${epoch}`);
  return finding("none run twice to completion", names, `${again} run again after the farm's fault`);
}

/** Each task is one that the practice model can do: what else than success it came to was the farm's doing. */
const blamedJobs = ({ jobs }: Ledger) =>
  jobs.filter(({ outcome }) => outcome !== "succeeded" && outcome !== "inconclusive");

/** On the last device alone: what was done on one that was lost is none of it. */
const madeBy = ({ stepCount, lostSteps = 0 }: Ledger["jobs"][number]): number => stepCount - lostSteps;

/** Those that succeeded without having done what their task takes. */
const shortJobs = ({ jobs }: Ledger) =>
  jobs.filter((job) => job.outcome === "succeeded" && madeBy(job) < leastSteps(job.task));

/** What the agent saw come of its steps in each job that it is blamed for or that is short: the farm is gone when somebody asks. */
export const trails = (ledger: Ledger): readonly string[] =>
  [...blamedJobs(ledger), ...shortJobs(ledger)].flatMap(({ jobId, task }) => [
    `${jobId}: ${task}`,
    ...(ledger.steps.get(jobId) ?? []).map(({ stepNumber, actions, outcome, screenChanged, thinking }) => {
      const came = outcome === undefined ? "open" : outcome.ok ? "ok" : (outcome.errorCode ?? "failed");
      const done = actions.map(({ action }) => JSON.stringify(action)).join(" ");
      return `  ${stepNumber}  ${done}  ${came}, changed: ${screenChanged ?? "?"}  ${thinking.slice(0, 200)}`;
    }),
  ]);

function agentNotBlamed(ledger: Ledger): Finding {
  const { jobs } = ledger;
  const blamed = blamedJobs(ledger);
  return finding(
    "no fault of the farm counts as the agent's",
    blamed.map(
      ({ jobId, outcome = "open", outcomeReason = "", claim }) =>
        `${jobId} ${outcome}: ${outcomeReason} ${claim?.summary ?? ""}`,
    ),
    `${jobs.filter(({ outcome }) => outcome === "inconclusive").length} attempts inconclusive`,
  );
}

function jobsAgree({ items, jobs }: Ledger): Finding {
  const byId = new Map(jobs.map((job) => [String(job.jobId), job]));
  const wrong = items.flatMap(({ attempts }) =>
    attempts.flatMap(({ jobId, outcome }) => {
      const job = byId.get(jobId);
      if (job === undefined) return [`${jobId} is not stored`];
      if (job.status !== "finished") return [`${jobId} is ${job.status}`];
      return job.outcome === outcome ? [] : [`${jobId}: ${job.outcome} and ${outcome}`];
    }),
  );
  return finding("jobs end as their batch says", wrong, `${jobs.length} jobs`);
}

function countsAddUp({ counts, items, jobs }: Ledger): Finding {
  const attempts = items.flatMap((item) => item.attempts);
  const sum = (of: (attempt: (typeof attempts)[number]) => number): number =>
    attempts.reduce((total, attempt) => total + of(attempt), 0);
  const outcomes: Record<string, number> = {};
  for (const { attempts: all } of items) {
    const outcome = all.at(-1)?.outcome;
    if (outcome !== undefined) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  const jobSteps = jobs.reduce((total, { stepCount }) => total + stepCount, 0);
  const pairs: readonly (readonly [string, number, number])[] = [
    ["running", counts.running, 0],
    ["attempts", counts.attempts, jobs.length],
    ["steps", counts.steps, sum(({ steps }) => steps)],
    ["steps of the jobs", counts.steps, jobSteps],
    ["input tokens", counts.inputTokens, sum(({ inputTokens }) => inputTokens)],
    ["output tokens", counts.outputTokens, sum(({ outputTokens }) => outputTokens)],
    ...[...new Set([...Object.keys(outcomes), ...Object.keys(counts.outcomes)])].map(
      (outcome) =>
        [outcome, (counts.outcomes as Record<string, number>)[outcome] ?? 0, outcomes[outcome] ?? 0] as const,
    ),
  ];
  const wrong = pairs.flatMap(([name, counted, summed]) =>
    Math.abs(counted - summed) < 1e-6 ? [] : [`${name}: counted ${counted}, sum ${summed}`],
  );
  const told = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return finding("counters equal the sum of the jobs", wrong, told.join(", "));
}

function doneInFull(ledger: Ledger): Finding {
  const done = ledger.jobs.filter(({ outcome }) => outcome === "succeeded");
  const long = done.filter(({ task }) => leastSteps(task) >= leastLongSteps);
  const moved = long.filter(({ lostSteps }) => lostSteps !== undefined).length;
  return finding(
    "long tasks took their steps",
    shortJobs(ledger).map((job) => `${job.jobId} made ${madeBy(job)} of ${leastSteps(job.task)}`),
    `${long.length} of ${done.length} succeeded jobs are long, ${moved} of them begun again`,
  );
}

function withinBudget({ batch, jobs }: Ledger): Finding {
  const { tokens } = batch.settings.budget;
  const used = jobs.reduce((sum, { usage }) => sum + usage.inputTokens + usage.outputTokens, 0);
  const over = jobs.filter(
    ({ spentTokens, lostTokens = 0, limits }) => spentTokens - lostTokens > limits.maxTokens,
  );
  const wrong = [
    ...(tokens !== undefined && used > tokens ? [`${used} tokens of ${tokens}`] : []),
    ...over.map(({ jobId }) => `${jobId} passed its own limit`),
  ];
  return finding("budgets kept", wrong, `${used} tokens${tokens === undefined ? "" : ` of ${tokens}`}`);
}
