import { Link } from "@tanstack/react-router";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { agentWords } from "../../job-view/agent-words.ts";
import { Duration, Elapsed, Money, Steps, Time, Tokens } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { jobState, OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import type { Column } from "../../parts/virtual-table.tsx";

export interface Picked {
  readonly ids: ReadonlySet<string>;
  readonly toggle: (jobId: string, on: boolean) => void;
}

/** What a list says of each job. */
export const jobColumns = ({ ids, toggle }: Picked): readonly Column<PublicJob>[] => [
  {
    name: "pick",
    header: <span className="unseen">Picked</span>,
    cell: ({ jobId, task }) => (
      <input
        type="checkbox"
        aria-label={`Select ${task.slice(0, 60)}`}
        checked={ids.has(jobId)}
        onChange={({ target }) => toggle(jobId, target.checked)}
      />
    ),
  },
  {
    name: "state",
    header: "Outcome",
    sort: { by: "outcome" },
    cell: (job) => <OutcomeMark state={jobState(job)} labelled />,
  },
  { name: "task", header: "Task", sort: { by: "task" }, cell: (job) => <TaskCell job={job} /> },
  {
    name: "device",
    header: "Device",
    sort: { by: "device" },
    cell: ({ deviceId }) => <span className="quiet">{deviceId ?? ""}</span>,
  },
  {
    name: "steps",
    header: "Steps",
    number: true,
    sort: { by: "steps", largestFirst: true },
    cell: ({ stepCount }) => <Steps count={stepCount} />,
  },
  {
    name: "time",
    header: "Time",
    number: true,
    sort: { by: "duration", largestFirst: true },
    cell: (job) => <JobTime job={job} />,
  },
  {
    name: "tokens",
    header: "Tokens",
    number: true,
    sort: { by: "tokens", largestFirst: true },
    cell: ({ usage }) => <Tokens count={usage.inputTokens + usage.outputTokens} />,
  },
  {
    name: "money",
    header: "Cost",
    number: true,
    sort: { by: "cost", largestFirst: true },
    cell: ({ usage }) => usage.costUsd !== undefined && <Money usd={usage.costUsd} />,
  },
  {
    name: "when",
    header: "Submitted",
    number: true,
    sort: { by: "submitted" },
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
];

function TaskCell({ job }: { readonly job: PublicJob }) {
  const { jobId, task, tags, outcomeReason, outcome } = job;
  const reason = outcome === undefined || outcome === "succeeded" ? undefined : outcomeReason;
  return (
    <>
      <Link to="/jobs/$jobId" params={{ jobId }} className="row-link" title={reason}>
        <ScreenText limit={300}>{task}</ScreenText>
      </Link>
      {notesOf(job).map((note) => (
        <span key={note} className="job-note">
          {note}
        </span>
      ))}
      {tags.map((tag) => (
        <Link key={tag} to="/jobs" search={{ tag }} className="job-tag over-row">
          {tag}
        </Link>
      ))}
    </>
  );
}

/** What makes it another than a plain job. */
function notesOf({
  agent,
  falseComplete,
  verdict,
  source,
  workflow,
  roles,
  roleOf,
  recovery,
  sideEffectCount = 0,
}: PublicJob): readonly string[] {
  return [
    falseComplete ? "claims success" : "",
    sideEffectCount > 0 && verdict !== "unverified"
      ? `${sideEffectCount} side effect${sideEffectCount === 1 ? "" : "s"}`
      : "",
    source?.kind ?? "",
    agentWords({ agent }) ?? "",
    workflow === undefined ? "" : "workflow",
    roles === undefined ? "" : `${Object.keys(roles).length} roles`,
    roleOf === undefined ? "" : `role ${roleOf.role}`,
    recovery === undefined ? "" : "recovery",
  ].filter((note) => note !== "");
}

/** Of an ended job as it was measured; else since it has its device. */
function JobTime({ job: { metrics, startedAt, finishedAt } }: { readonly job: PublicJob }) {
  if (metrics !== undefined) return <Duration milliseconds={metrics.totalMilliseconds} />;
  return startedAt === undefined ? null : <Elapsed from={startedAt} to={finishedAt} />;
}
