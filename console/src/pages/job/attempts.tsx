import "./attempts.css";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { shownOutcome } from "#shared/rules/shown-outcome.ts";
import { useApi } from "../../api/use-api.ts";
import { OutcomeMark } from "../../parts/states/outcome-mark.tsx";

/** The other attempts at the same line of a batch, and the jobs that this one comes from or belongs to. */
export function Attempts({ job }: { readonly job: PublicJob }) {
  const { batch, parentJobId, roleOf, retryOf, source } = job;
  const origin = source !== undefined && "jobId" in source ? source.jobId : undefined;
  const kin: readonly (readonly [string, string | undefined])[] = [
    ["parent job", parentJobId],
    [`role ${roleOf?.role} of`, roleOf?.jobId],
    ["retry of", retryOf],
    [`${source?.kind ?? ""} of`, origin],
  ];
  const known = kin.flatMap(([words, jobId]) => (jobId === undefined ? [] : [[words, jobId] as const]));
  if (batch === undefined && known.length === 0) return null;
  return (
    <nav className="attempts" aria-label="Attempts and related jobs">
      {batch !== undefined && <BatchAttempts job={job} batch={batch} />}
      {known.map(([words, jobId]) => (
        <span key={words}>
          {words} <JobLink jobId={jobId}>{jobId.slice(-6)}</JobLink>
        </span>
      ))}
    </nav>
  );
}

interface BatchAttemptsProps {
  readonly job: PublicJob;
  readonly batch: NonNullable<PublicJob["batch"]>;
}

function BatchAttempts({ job, batch }: BatchAttemptsProps) {
  const { batchId, itemKey, taskId, variant } = batch;
  const items = useApi("listBatchItems", { id: batchId, query: { taskId, model: variant, limit: 100 } });
  const item = items.data?.items.find((one) => one.itemKey === itemKey);
  return (
    <>
      <Link to="/batches/$batchId" params={{ batchId }}>
        {taskId}, {variant}
      </Link>
      {item?.attempts.map(({ jobId, attempt, ...ended }) => (
        <JobLink key={jobId} jobId={jobId} current={jobId === job.jobId}>
          <OutcomeMark state={shownOutcome(ended) ?? "running"} /> attempt {attempt}
        </JobLink>
      ))}
    </>
  );
}

interface JobLinkProps {
  readonly jobId: string;
  readonly current?: boolean;
  readonly children: ReactNode;
}

export const JobLink = ({ jobId, current = false, children }: JobLinkProps) => (
  <Link to="/jobs/$jobId" params={{ jobId }} search={{}} aria-current={current ? "page" : undefined}>
    {children}
  </Link>
);
