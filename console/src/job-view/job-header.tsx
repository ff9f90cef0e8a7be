import type { ReactNode } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { EndReason } from "../parts/end-reason.tsx";
import { Elapsed, Money, Time, Tokens } from "../parts/figures.tsx";
import { ScreenText } from "../parts/screen-text.tsx";
import { jobState, OutcomeMark } from "../parts/states/outcome-mark.tsx";
import { agentWords } from "./agent-words.ts";
import type { JobRecord } from "./job-record.ts";

interface JobHeaderProps {
  readonly record: JobRecord;
  readonly actions?: ReactNode;
}

/** What it was, how it ended, what the agent says against what the device showed, and what it took. */
export function JobHeader({ record: { job, steps }, actions }: JobHeaderProps) {
  const { usage } = job;
  return (
    <header className="job-header">
      <div className="job-title">
        <OutcomeMark state={jobState(job)} labelled />
        <h1>
          <ScreenText limit={400}>{job.task || "A job without a task"}</ScreenText>
        </h1>
        <div className="job-actions">{actions}</div>
      </div>
      <p className="job-facts">
        <ClaimAgainstVerdict job={job} />
        <span>
          {steps.length} {steps.length === 1 ? "step" : "steps"}
        </span>
        <Elapsed from={job.createdAt} to={job.finishedAt} />
        <span>
          <Tokens count={usage.inputTokens + usage.outputTokens} /> tokens
        </span>
        {usage.costUsd !== undefined && <Money usd={usage.costUsd} />}
        {job.deviceId !== undefined && <span>{job.deviceId}</span>}
        {[...otherServices(job), agentWords(job)].map((words) => words && <span key={words}>{words}</span>)}
        {job.models.agent.model !== undefined && <span>{job.models.agent.model}</span>}
        <Time at={job.createdAt} />
      </p>
      <EndReason job={job} lastStep={steps.at(-1)?.stepNumber} />
      {job.claim?.answer !== undefined && (
        <p className="job-answer">
          <span className="quiet">Answer </span>
          <ScreenText>{job.claim.answer}</ScreenText>
        </p>
      )}
    </header>
  );
}

/** Who else worked for it, beside the models of its agent. */
const otherServices = ({ voice, cloudReadings }: PublicJob) => [
  voice?.model && `spoken, transcribed by ${voice.model}`,
  cloudReadings ? `${cloudReadings} pictures read by a cloud service` : undefined,
];

const claimWords = { success: "agent says it is done", infeasible: "agent says it cannot be done" } as const;

/** Both are told, and loudly when they contradict each other. */
function ClaimAgainstVerdict({
  job: { claim, verdict, status, falseComplete, falseInfeasible },
}: {
  readonly job: PublicJob;
}) {
  const contradicts = falseComplete === true || falseInfeasible === true;
  const checks =
    verdict === undefined || verdict === "none" || verdict === "unverified"
      ? "no checks"
      : { passed: "all checks passed", failed: "a check failed", inconclusive: "could not be checked" }[
          verdict
        ];
  if (status !== "finished") return claim === undefined ? null : <span>{claimWords[claim.status]}</span>;
  return (
    <span className={contradicts ? "claim claim-contradicted" : "claim"}>
      {claim === undefined ? "agent made no claim" : claimWords[claim.status]}
      {contradicts ? " ≠ " : " · "}
      {checks}
    </span>
  );
}
