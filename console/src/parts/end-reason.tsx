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
          <Part name="check" value={check.place} nameUnseen />
          <Part name="expected" value={check.expected} className="check-expected" />
          <Part name="was" value={check.actual} className="check-actual" />
          {lastStep !== undefined && <Part name="checked" value={`after step ${lastStep}, the last one`} />}
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

interface PartProps {
  readonly name: string;
  readonly value: string;
  readonly nameUnseen?: boolean;
  readonly className?: string;
}

const Part = ({ name, value, nameUnseen = false, className }: PartProps) => (
  <div>
    <dt className={nameUnseen ? "unseen" : undefined}>{name}</dt>
    <dd className={className}>
      <ScreenText>{value}</ScreenText>
    </dd>
  </div>
);
