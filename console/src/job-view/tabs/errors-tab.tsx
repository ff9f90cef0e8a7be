import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { CopyErrorPrompt } from "../../parts/copy/copy-error-prompt.tsx";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { FactList } from "../fact-list.tsx";
import type { ScreenSource } from "../job-record.ts";
import { Picture } from "../picture.tsx";

interface ErrorsTabProps {
  readonly errors: readonly ErrorSnapshot[];
  readonly source: ScreenSource;
  readonly step: Step | undefined;
  readonly onStep: (stepNumber: number) => void;
}

/** The job's errors, this step's first. */
export function ErrorsTab({ errors, source, step, onStep }: ErrorsTabProps) {
  if (errors.length === 0) return <p className="quiet">Nothing failed.</p>;
  const here = ({ stepNumber }: ErrorSnapshot): boolean => stepNumber === step?.stepNumber;
  const ordered = [...errors.filter(here), ...errors.filter((error) => !here(error))];
  return ordered.map((error) => (
    <ErrorDetail key={error.errorId} error={error} source={source} onStep={onStep} />
  ));
}

interface ErrorDetailProps {
  readonly error: ErrorSnapshot;
  readonly source: ScreenSource;
  readonly onStep: (stepNumber: number) => void;
}

/** What went wrong, what to do about it, and the screen as it was. */
export function ErrorDetail({ error, source, onStep }: ErrorDetailProps) {
  return (
    <article className="error-detail">
      <h2>
        {error.code}{" "}
        <span className="quiet">
          <Time at={error.capturedAt} />
        </span>{" "}
        <CopyErrorPrompt error={error} />
      </h2>
      <p>
        <ScreenText>{error.message}</ScreenText>
      </p>
      <FactList
        facts={[
          { name: "advice", value: error.advice.join(" ") },
          { name: "cause", value: error.cause },
          { name: "state", value: `${error.stateName}${error.retryable ? ", retryable" : ""}` },
          { name: "device", value: error.deviceId },
          { name: "attempted", value: error.attemptedAction },
          { name: "no picture", value: error.screenshotMissing },
          { name: "error id", value: <code>{error.errorId}</code> },
        ]}
      />
      {error.log !== undefined && (
        <details>
          <summary>Device log</summary>
          <pre>
            <ScreenText>{error.log}</ScreenText>
          </pre>
        </details>
      )}
      {error.stepNumber > 0 && (
        <button type="button" onClick={() => onStep(error.stepNumber)}>
          Go to step {error.stepNumber}
        </button>
      )}
      {error.screenshotKey !== null && (
        <Picture
          source={source}
          picture={error.screenshotKey}
          alt="The screen at the time of the error"
          className="error-picture"
        />
      )}
    </article>
  );
}
