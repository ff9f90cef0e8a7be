import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { BundledJob } from "#shared/contracts/result/bundle.ts";
import { sameRequest } from "#shared/rules/same-request.ts";
import { defined } from "#shared/values/defined.ts";

/** What it takes to run the job again. Null for what nobody can submit: a session, or a script that is not at hand. */
export function bundledJob({ job, steps }: Trajectory): BundledJob | null {
  if (job.session !== undefined || job.source?.kind === "script") return null;
  return {
    jobId: job.jobId,
    request: sameRequest(job, undefined),
    ...agentOf({ job, steps }),
    ...defined({ device: job.deviceFacts, outcome: job.outcome, outcomeReason: job.outcomeReason }),
    apps: [...(job.preparedApps ?? [])],
    verdicts: (job.judgement ?? []).map(({ verdict }) => verdict),
    steps: steps.length,
  };
}

function agentOf({ job, steps }: Pick<Trajectory, "job" | "steps">): Pick<BundledJob, "agent" | "models"> {
  const { agent } = job;
  const name = agent === undefined ? "drover" : "name" in agent ? `${agent.kind} ${agent.name}` : agent.kind;
  const models = [...new Set(steps.map(({ model }) => model).filter((model) => model !== ""))].sort();
  return { agent: name.slice(0, 100), models: models.map((model) => model.slice(0, 100)).slice(0, 50) };
}
