import type { Job } from "#shared/contracts/job/job.ts";
import type { JudgeAgainRequest, KeptJudgement, Rejudgement } from "#shared/contracts/judging/judging.ts";
import { judgeJob } from "#shared/rules/judging/judge-job.ts";
import { matchEvidence } from "#shared/rules/judging/match-evidence.ts";
import { withEvidence } from "#shared/rules/judging/with-evidence.ts";
import { keptEvidence } from "./kept-evidence.ts";

/** The verdict on what was kept of a job's judgement, by its own expectations or by others. */
export function judgeAgain(
  job: Pick<Job, "validators" | "changes" | "claim"> & Partial<Pick<Job, "requirements">>,
  kept: KeptJudgement,
  given: JudgeAgainRequest,
): Omit<Rejudgement, "schemaVersion" | "tenantId" | "jobId" | "judgementId" | "at"> {
  const results = (given.validators ?? job.validators).map((validator) => {
    const evidence = keptEvidence(validator, kept, job.claim);
    const finding = matchEvidence(validator, evidence);
    const observed = finding.observed.slice(0, 500).toWellFormed();
    return withEvidence({ ...finding, observed, validator }, evidence);
  });
  const { claim } = job;
  const summary = judgeJob({
    ...kept,
    results,
    claim,
    changes: given.changes ?? job.changes,
    needsNetwork: job.requirements?.network,
  });
  const asked = (["validators", "changes"] as const).filter((name) => given[name] !== undefined);
  return { ...summary, results, given: asked };
}

/** The rest of a judgement without its artifact: the short evidence in the job. */
export const keptOnJob = ({ judgement = [], finishedAt, createdAt }: Job): KeptJudgement => ({
  schemaVersion: 1,
  at: finishedAt ?? createdAt,
  read: judgement.map(({ validator, evidence }) => ({
    validator,
    evidence: evidence ?? { kind: "unreadable", why: "the evidence of this check is no longer stored" },
  })),
  before: null,
  after: null,
  network: { before: "unknown", after: "unknown" },
});
