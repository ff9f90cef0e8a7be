import "./outcome-mark.css";
import type { JobOutcome, JobPause, JobStatus } from "#shared/contracts/job/job.ts";
import type { JudgementSummary } from "#shared/contracts/judging/judging.ts";
import { type ShownOutcome, shownOutcome } from "#shared/rules/shown-outcome.ts";

/** How a job stands, for its mark: its outcome, or what it does while it has none. */
export type JobState =
  | ShownOutcome
  | Exclude<JobStatus, "finished">
  | "waiting"
  | "paused"
  /** Of a batch's lines: deferred to a later round, or skipped. */
  | "deferred"
  | "skipped";

type Shape = "disc" | "circle" | "cross" | "ring" | "triangle" | "half" | "dot" | "dash";

interface Mark {
  readonly shape: Shape;
  readonly tone: string;
  readonly label: string;
}

const outcomeMarks: { readonly [Outcome in ShownOutcome]: Mark } = {
  succeeded: { shape: "disc", tone: "succeeded", label: "succeeded" },
  unverified: { shape: "circle", tone: "unverified", label: "unverified" },
  failed: { shape: "cross", tone: "failed", label: "failed" },
  inconclusive: { shape: "ring", tone: "inconclusive", label: "inconclusive" },
  over_budget: { shape: "triangle", tone: "over", label: "over budget" },
  cancelled: { shape: "triangle", tone: "stopped", label: "cancelled" },
  refused: { shape: "triangle", tone: "stopped", label: "refused" },
  invalid: { shape: "triangle", tone: "stopped", label: "invalid" },
};
/** In the order of every list of them. */
export const jobOutcomes = Object.keys(outcomeMarks) as readonly ShownOutcome[];

/** One shape and one colour for each, so that neither is needed to tell them apart. */
const marks: { readonly [State in JobState]: Mark } = {
  ...outcomeMarks,
  running: { shape: "half", tone: "running", label: "running" },
  waiting: { shape: "half", tone: "stopped", label: "waiting" },
  paused: { shape: "half", tone: "stopped", label: "waits for you" },
  queued: { shape: "dot", tone: "stopped", label: "queued" },
  deferred: { shape: "half", tone: "stopped", label: "deferred" },
  skipped: { shape: "dash", tone: "stopped", label: "skipped" },
};

export const stateLabel = (state: JobState): string => marks[state].label;

/** What a job's mark shows, of a job as any route answers it. */
export function jobState(job: {
  readonly status: JobStatus;
  readonly outcome?: JobOutcome | undefined;
  readonly verdict?: JudgementSummary["verdict"] | undefined;
  readonly waiting?: unknown;
  readonly pause?: { readonly for: JobPause["for"] } | undefined;
}): JobState {
  const outcome = shownOutcome(job);
  if (outcome !== undefined) return outcome;
  if (job.status === "finished") return "inconclusive";
  if (job.pause !== undefined) return job.pause.for === "roles" ? "waiting" : "paused";
  return job.waiting === undefined ? job.status : "waiting";
}

interface OutcomeMarkProps {
  readonly state: JobState;
  /** The word is beside the mark; without it, it is there for ears and on hover. */
  readonly labelled?: boolean;
}

/** ● succeeded, ○ the same by the agent's word alone, ✕ failed, ◌ inconclusive, ▲ over budget or stopped. */
export function OutcomeMark({ state, labelled = false }: OutcomeMarkProps) {
  const { shape, tone, label } = marks[state];
  return (
    <span className={`outcome outcome-${tone}`} title={labelled ? undefined : label}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        {shapes[shape]}
      </svg>
      <span className={labelled ? undefined : "unseen"}>{label}</span>
    </span>
  );
}

const shapes: { readonly [Name in Shape]: React.ReactNode } = {
  disc: <circle cx="6" cy="6" r="5" />,
  circle: <circle cx="6" cy="6" r="4.3" className="outcome-line" />,
  cross: <path d="M2 2 L10 10 M10 2 L2 10" className="outcome-line" />,
  ring: <circle cx="6" cy="6" r="4.5" className="outcome-line outcome-dashes" />,
  triangle: <path d="M6 1 L11.5 11 L0.5 11 Z" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.5" className="outcome-thin" />
      <path d="M6 1.5 A4.5 4.5 0 0 1 6 10.5 Z" />
    </>
  ),
  dot: <circle cx="6" cy="6" r="2" />,
  dash: <path d="M3 6 H9" className="outcome-line" />,
};
