import { Link } from "@tanstack/react-router";
import { type FormEvent, useId, useRef, useState } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { ReviewVerdict } from "#shared/contracts/job/review.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { EndReason } from "../../parts/end-reason.tsx";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { useShortcut } from "../../parts/shortcuts/shortcuts.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { jobState, OutcomeMark } from "../../parts/states/outcome-mark.tsx";
import { RelatedJobs } from "./related-jobs.tsx";
import { readStepLabels } from "./step-labels.ts";

interface ReviewedJobProps {
  readonly job: PublicJob & { readonly contradiction: boolean };
  readonly onNext: () => void;
}

/** What the agent says, what the checks say, how it looked at the end; and what a person says. */
export function ReviewedJob({ job, onNext }: ReviewedJobProps) {
  const { jobId, task, outcomeReason, claim } = job;
  const { data: whole } = useApi("readJob", { id: jobId });
  return (
    <article className="review-job" aria-label="Job">
      <h2>
        <OutcomeMark state={jobState(job)} labelled /> <ScreenText limit={400}>{task}</ScreenText>
      </h2>
      <p>
        <Link to="/jobs/$jobId" params={{ jobId }}>
          Show all {job.stepCount} steps
        </Link>
      </p>
      <div className="review-sides">
        {whole?.links.screenshot === undefined ? (
          <div className="review-screen" aria-hidden="true" />
        ) : (
          <img className="review-screen" src={whole.links.screenshot} alt="The last screen" />
        )}
        <div>
          <h3>Claim of the agent</h3>
          <p>
            {claim === undefined ? (
              <span className="quiet">Nothing: it ended without a claim.</span>
            ) : (
              <>
                {claim.status}
                {claim.summary !== undefined && (
                  <>
                    : <ScreenText>{claim.summary}</ScreenText>
                  </>
                )}
              </>
            )}
          </p>
          <h3>Result of the checks</h3>
          {outcomeReason === undefined ? <p>{job.outcome}</p> : <EndReason job={job} />}
          <VerdictForm jobId={jobId} onNext={onNext} />
          <EarlierReviews jobId={jobId} />
        </div>
      </div>
      <RelatedJobs job={job} />
    </article>
  );
}

function VerdictForm({ jobId, onNext }: { readonly jobId: string; readonly onNext: () => void }) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useApiAction("addReview");
  const give = (verdict: ReviewVerdict): void => {
    const said = new FormData(form.current ?? undefined);
    const text = (name: string): string => String(said.get(name) ?? "").trim();
    const labels = readStepLabels(text("labels"));
    setWrong(labels.wrong);
    if (labels.wrong !== undefined) return;
    const note = text("note");
    const body = {
      verdict,
      stepLabels: labels.labels,
      by: text("by") || "console",
      ...(note === "" ? {} : { note }),
    };
    mutate({ id: jobId, body }, { onSuccess: onNext });
  };
  useShortcut("y", "Job succeeded", () => give("succeeded"));
  useShortcut("n", "Job failed", () => give("failed"));
  useShortcut("s", "Skip to the next job", onNext);
  return (
    <form ref={form} className="review-form" onSubmit={(event: FormEvent) => event.preventDefault()}>
      <h3>Your verdict</h3>
      <div className="review-verdicts">
        <button type="button" disabled={isPending} onClick={() => give("succeeded")}>
          ● Job succeeded <kbd>y</kbd>
        </button>
        <button type="button" disabled={isPending} onClick={() => give("failed")}>
          ✕ Job failed <kbd>n</kbd>
        </button>
        <button type="button" disabled={isPending} onClick={() => give("unsure")}>
          ◌ Cannot tell
        </button>
        <button type="button" className="bare" onClick={onNext}>
          Skip <kbd>s</kbd>
        </button>
      </div>
      <label htmlFor={`${id}note`}>Note</label>
      <textarea id={`${id}note`} name="note" rows={2} maxLength={4_000} />
      <label htmlFor={`${id}labels`}>Labels of steps</label>
      <input
        id={`${id}labels`}
        name="labels"
        placeholder="3: wrong switch, 5: not needed"
        aria-describedby={wrong === undefined ? undefined : `${id}wrong`}
        spellCheck={false}
      />
      {wrong !== undefined && (
        <p id={`${id}wrong`} role="alert">
          {wrong}
        </p>
      )}
      <label htmlFor={`${id}by`}>Your name</label>
      <input id={`${id}by`} name="by" maxLength={100} placeholder="console" autoComplete="nickname" />
      {error !== null && <Failure error={error} />}
    </form>
  );
}

function EarlierReviews({ jobId }: { readonly jobId: string }) {
  const { data } = useApi("listReviews", { id: jobId });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <>
      <h3>Earlier verdicts</h3>
      <ul>
        {data.items.map(({ reviewId, verdict, by, at, note }) => (
          <li key={reviewId}>
            {verdict} — <ScreenText>{by}</ScreenText> <Time at={at} />
            {note !== undefined && (
              <p>
                <ScreenText>{note}</ScreenText>
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
