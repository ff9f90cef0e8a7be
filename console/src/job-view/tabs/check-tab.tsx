import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { shareText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { FactList } from "../fact-list.tsx";
import { checkRows } from "./check-rows.ts";

const marks = {
  passed: "✓",
  unverified: "○",
  failed: "✕",
  inconclusive: "◌",
  unsure: "?",
  pending: "·",
} as const;
type Mark = keyof typeof marks;

const Verdict = ({ verdict }: { readonly verdict: Mark }) => (
  <span className={`verdict verdict-${verdict}`}>
    <span aria-hidden="true">{marks[verdict]}</span> {verdict}
  </span>
);

/** The job's judgement: each check, what it expected, what it found. Above it what was said of this step alone. */
export function CheckTab({ job, step }: { readonly job: PublicJob; readonly step: Step | undefined }) {
  return (
    <>
      {step !== undefined && <StepVerification step={step} />}
      <Judgement job={job} />
    </>
  );
}

function StepVerification({ step }: { readonly step: Step }) {
  const { verification, expect, completionCheck, progressCheck } = step;
  return (
    <>
      <h2>Step {step.stepNumber}</h2>
      {verification === undefined && completionCheck === undefined && (
        <p className="quiet">It was not compared with anything.</p>
      )}
      {verification !== undefined && (
        <>
          <p>
            <Verdict verdict={verification.verdict} />{" "}
            <span className="quiet">
              {verification.by === "rules" ? "by rules" : `by ${verification.model ?? "a model"}`}
            </span>
          </p>
          <ul className="plain-list">
            {verification.findings.map(({ rule, verdict, text }) => (
              <li key={`${rule}-${text}`}>
                <span aria-hidden="true">{marks[verdict]}</span> <span className="unseen">{verdict}: </span>
                <ScreenText>{text}</ScreenText> <span className="quiet">{rule}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <FactList
        facts={[
          { name: "expected", value: expect },
          { name: "advice", value: verification?.instruction },
          {
            name: "claim",
            value:
              completionCheck &&
              `${completionCheck.accepted ? "accepted" : "not accepted"}: ${completionCheck.reason}`,
          },
          {
            name: "progress",
            value: progressCheck && `${progressWords(progressCheck.progressing)}: ${progressCheck.reason}`,
          },
        ]}
      />
    </>
  );
}

const progressWords = (progressing: boolean | null): string =>
  progressing === null ? "unknown" : progressing ? "progress" : "no progress";

function Judgement({ job }: { readonly job: PublicJob }) {
  const rows = checkRows(job);
  const { verdict, verdictReason, progress, sideEffects = [], sideEffectCount = 0, notCompared = [] } = job;
  return (
    <>
      <h2>Verdict of the job</h2>
      {rows.length === 0 && <p className="quiet">The job has no checks: only its agent’s claim is known.</p>}
      <ul className="checks">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks never change places
          <li key={index}>
            <Verdict verdict={row.verdict} />
            <p className="check-what">
              <ScreenText>{row.what}</ScreenText>
            </p>
            <FactList
              facts={[
                { name: "expected", value: row.expected },
                { name: "found", value: row.found },
              ]}
            />
            {row.already && <p className="quiet">It was so before the agent began.</p>}
          </li>
        ))}
      </ul>
      <FactList
        facts={[
          {
            name: "verdict",
            value: verdict && verdict !== "none" ? <Verdict verdict={verdict} /> : undefined,
          },
          { name: "reason", value: verdictReason },
          {
            name: "progress",
            value: progress === undefined ? undefined : `${shareText(progress)} of the checks by weight`,
          },
        ]}
      />
      {sideEffects.length > 0 && (
        <>
          <h2>{verdict === "unverified" ? "Changes" : "Other changes"}</h2>
          <ul className="plain-list">
            {sideEffects.map(({ text }) => (
              <li key={text}>
                <ScreenText>{text}</ScreenText>
              </li>
            ))}
            {sideEffectCount > sideEffects.length && (
              <li className="quiet">and {sideEffectCount - sideEffects.length} more</li>
            )}
          </ul>
        </>
      )}
      {notCompared.length > 0 && (
        <ul className="plain-list quiet">
          {notCompared.map((sentence) => (
            <li key={sentence}>
              <ScreenText>{sentence}</ScreenText>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
