import "./end-reason.css";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { failedBy } from "#shared/rules/judging/failed-by.ts";
import { ScreenText } from "./screen-text.tsx";

interface EndReasonProps {
  readonly job: Pick<PublicJob, "outcome" | "outcomeReason" | "verdict" | "endReason" | "failedCheck">;
  /** The last step before the verdict; absent: it is not told. */
  readonly lastStep?: number | undefined;
}

/** Why a job ended as it did: the check that failed with what it expected and what was there, then the rest of the reason. */
export function EndReason({ job, lastStep }: EndReasonProps) {
  const { outcomeReason: reason = "" } = job;
  const check = failedBy(job);
  const sentence = check === undefined ? "" : checkSentence(check);
  const rest = reason.startsWith(sentence) ? reason.slice(sentence.length).trim() : reason;
  return (
    <>
      {check !== undefined && (
        <dl className="failed-check" aria-label="The check that failed">
          <div>
            <dt className="unseen">check</dt>
            <dd>
              <ScreenText>{check.place}</ScreenText>
            </dd>
          </div>
          <div>
            <dt>expected</dt>
            <dd className="check-expected">
              <ScreenText>{check.expected}</ScreenText>
            </dd>
          </div>
          <div>
            <dt>was</dt>
            <dd className="check-actual">
              <ScreenText>{check.actual}</ScreenText>
            </dd>
          </div>
          {lastStep !== undefined && (
            <div>
              <dt>checked</dt>
              <dd>after step {lastStep}, the last one</dd>
            </div>
          )}
        </dl>
      )}
      {rest !== "" && (
        <p className="job-reason">
          <ScreenText>{rest}</ScreenText>
        </p>
      )}
    </>
  );
}
