import type { TimelineKind } from "#shared/contracts/api/timeline.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { Duration } from "../../parts/figures.tsx";
import { durationText, shareText } from "../../parts/format.ts";
import type { JobRecord } from "../job-record.ts";
import {
  partsOfStep,
  sharesOfMetrics,
  sharesOfParts,
  type Timeline,
  type TimeShare,
  timeWords,
  waterfall,
} from "./timing.ts";

interface TimingTabProps {
  readonly record: JobRecord;
  readonly step: Step | undefined;
}

/** Where the time of this step and of the whole job went: the parts' sum is the wall time. */
export function TimingTab({ record: { job, timeline }, step }: TimingTabProps) {
  const whole =
    timeline === null ? (job.metrics ? sharesOfMetrics(job.metrics) : []) : sharesOfParts(timeline.parts);
  const parts = timeline === null || step === undefined ? [] : partsOfStep(timeline, step.stepNumber);
  return (
    <>
      {step !== undefined && (
        <>
          <h2>Step {step.stepNumber}</h2>
          {parts.length > 0 ? <Waterfall parts={parts} /> : <StepTimings step={step} />}
        </>
      )}
      <h2>Whole job</h2>
      {whole.length === 0 && <p className="quiet">It is known when the job has ended.</p>}
      {whole.length > 0 && <Shares shares={whole} />}
    </>
  );
}

function Waterfall({ parts }: { readonly parts: Timeline["parts"] }) {
  const bars = waterfall(parts);
  return (
    <ol className="waterfall">
      {bars.map(({ kind, start, length, milliseconds }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts never change places
        <li key={index}>
          <span className="waterfall-name">{timeWords[kind]}</span>
          <span className="waterfall-lane">
            <span
              className={`time-bar time-${kind}`}
              style={{ left: `${start * 100}%`, width: `max(2px, ${length * 100}%)` }}
            />
          </span>
          <span className="number">
            <Duration milliseconds={milliseconds} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Of a step whose parts nobody kept in order. */
function StepTimings({ step: { timings } }: { readonly step: Step }) {
  const shares: readonly (readonly [TimelineKind, number])[] = [
    ["inference", timings.inferenceMilliseconds],
    ["act", timings.executionMilliseconds],
    ["settle", timings.settleMilliseconds],
    ["upload", timings.uploadMilliseconds],
  ];
  const whole = Math.max(1, ...[shares.reduce((sum, [, milliseconds]) => sum + milliseconds, 0)]);
  return (
    <Shares
      shares={shares.map(([kind, milliseconds]) => ({ kind, milliseconds, share: milliseconds / whole }))}
    />
  );
}

function Shares({ shares }: { readonly shares: readonly TimeShare[] }) {
  const whole = shares.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return (
    <>
      <div className="time-stack" aria-hidden="true">
        {shares.map(({ kind, share }) => (
          <span key={kind} className={`time-bar time-${kind}`} style={{ width: `${share * 100}%` }} />
        ))}
      </div>
      <table className="time-table">
        <thead className="unseen">
          <tr>
            <th>part</th>
            <th>time</th>
            <th>share</th>
          </tr>
        </thead>
        <tbody>
          {shares.map(({ kind, milliseconds, share }) => (
            <tr key={kind}>
              <th scope="row">
                <span className={`time-key time-${kind}`} /> {timeWords[kind]}
              </th>
              <td className="number">{durationText(milliseconds)}</td>
              <td className="number quiet">{shareText(share)}</td>
            </tr>
          ))}
          <tr className="time-whole">
            <th scope="row">total</th>
            <td className="number">{durationText(whole)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </>
  );
}
