import "./steering-dialog.css";
import { type FormEvent, useId, useState } from "react";
import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import { Dialog } from "../../../parts/dialog.tsx";
import { Failure } from "../../../parts/states/failure.tsx";
import { RetryForecast } from "./retry-forecast.tsx";
import { chosenJobs, SteeringFields } from "./steering-fields.tsx";
import type { SteeringKind } from "./steering-kind.ts";
import { useSteering, type Wanted } from "./use-steering.ts";

const keptAs = "drover.author";

/** Who steers or judges: typed once, kept in this browser, and sent with each change that says who made it. */
function useAuthor(): readonly [author: string, setAuthor: (name: string) => void] {
  const [author, setAuthor] = useState(() => window.localStorage.getItem(keptAs) ?? "");
  const keep = (name: string): void => {
    setAuthor(name);
    if (name.trim() === "") window.localStorage.removeItem(keptAs);
    else window.localStorage.setItem(keptAs, name.trim());
  };
  return [author, keep];
}

interface SteeringDialogProps {
  readonly batch: BatchResponse;
  readonly kind: SteeringKind;
  /** The one that is requeued. */
  readonly jobId?: string;
  readonly onClose: () => void;
}

const words: { readonly [Kind in SteeringKind]: readonly [title: string, what: string, act: string] } = {
  pause: ["Pause the batch", "No more jobs start. Running jobs finish.", "Pause"],
  resume: ["Resume the batch", "The batch continues where it stopped.", "Resume"],
  cancel: [
    "Cancel the batch",
    "No more jobs start. Running jobs end at their next step.",
    "Cancel the batch",
  ],
  retry: ["Run jobs again", "The earlier results are kept.", "Run again"],
  requeue: ["Run this job again", "The earlier result is kept.", "Run again"],
  concurrency: ["Concurrency", "A lower limit does not stop running jobs.", "Change"],
  budget: [
    "Budget",
    "The new budget applies from the next job on. A batch that waits for budget continues.",
    "Change",
  ],
  models: ["Pause models", "Jobs of a paused model wait. The other jobs run.", "Change"],
};

const asItIs = ({ settings: { concurrency, budget }, pausedVariants }: BatchResponse): Wanted => {
  const { costUsd = null, tokens = null, steps = null, deviceMinutes = null, onBreach } = budget;
  return {
    which: "failed",
    concurrency,
    budget: { costUsd, tokens, steps, deviceMinutes, onBreach },
    paused: pausedVariants,
  };
};

/** One change to how a batch runs, with who wants it and why. */
export function SteeringDialog({ batch, kind, jobId, onClose }: SteeringDialogProps) {
  const [title, what, act] = words[kind];
  const [author, setAuthor] = useAuthor();
  const [reason, setReason] = useState("");
  const [wanted, setWanted] = useState(() => asItIs(batch));
  const { send, isPending, error } = useSteering(batch.batchId, kind, jobId);
  const id = useId();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const by = author.trim() === "" ? {} : { by: author.trim() };
    send({ reason: reason.trim(), ...by }, wanted).then(onClose, () => undefined);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="steering" onSubmit={submit}>
        <p>{what}</p>
        <SteeringFields
          batch={batch}
          kind={kind}
          wanted={wanted}
          onChange={(changed) => setWanted({ ...wanted, ...changed })}
        />
        {kind === "retry" && chosenJobs(batch, wanted.which) > 0 && (
          <RetryForecast batchId={batch.batchId} which={wanted.which} />
        )}
        <label htmlFor={`${id}-reason`}>
          Why
          <input
            id={`${id}-reason`}
            required
            maxLength={500}
            value={reason}
            placeholder="Stored with the batch"
            onChange={({ target }) => setReason(target.value)}
          />
        </label>
        <label htmlFor={`${id}-author`}>
          Your name
          <input
            id={`${id}-author`}
            maxLength={100}
            value={author}
            autoComplete="name"
            onChange={({ target }) => setAuthor(target.value)}
          />
        </label>
        {error !== null && <Failure error={error} />}
        <div className="steering-foot">
          <button type="submit" className="primary" disabled={isPending || reason.trim() === ""}>
            {act}
          </button>
          <button type="button" onClick={onClose}>
            Go back
          </button>
        </div>
      </form>
    </Dialog>
  );
}
