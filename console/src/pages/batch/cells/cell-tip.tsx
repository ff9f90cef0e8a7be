import { useEffect, useState } from "react";
import { useApi } from "../../../api/use-api.ts";
import { durationText, moneyText } from "../../../parts/format.ts";
import { OutcomeMark } from "../../../parts/states/outcome-mark.tsx";
import type { CellFacts } from "./cell-field.ts";

interface CellTipProps {
  readonly facts: CellFacts;
  readonly left: number;
  readonly top: number;
  /** Stands above its cell, for want of place below. */
  readonly above: boolean;
  readonly pitch: number;
}

const restMilliseconds = 150;

/** What a cell stands for, beside it: with the last screen of its job, once the pointer rests. */
export function CellTip({ facts, left, top, above, pitch }: CellTipProps) {
  const { jobId, state } = facts;
  const rests = useRested(jobId);
  const job = useApi("readJob", { id: jobId ?? "" }, { enabled: jobId !== null && rests });
  const screen = job.data?.jobId === jobId ? job.data?.links.screenshot : undefined;
  return (
    <div
      className="cell-tip"
      style={above ? { left, top: top - pitch, transform: "translateY(-100%)" } : { left, top }}
    >
      {screen !== undefined && <img src={screen} alt="" />}
      <div>
        <strong>{facts.taskId ?? `Line ${facts.line}`}</strong>
        {facts.variant !== undefined && (
          <span className="quiet">
            {facts.variant} · repetition {facts.repeat}
          </span>
        )}
        <OutcomeMark state={state} labelled />
        {facts.errorCode !== undefined && <code>{facts.errorCode}</code>}
        {facts.isReviewed === true && <span className="quiet">a person's verdict</span>}
        {facts.jobId !== null && <span className="quiet">{figures(facts)}</span>}
      </div>
    </div>
  );
}

function figures({ steps = 0, wallMilliseconds = 0, costUsd = 0, attempts = 1 }: CellFacts): string {
  const tries = attempts > 1 ? ` · ${attempts} attempts` : "";
  return `${steps} steps · ${durationText(wallMilliseconds)} · ${moneyText(costUsd)}${tries}`;
}

/** A cell in one sentence, for ears. */
export const cellWords = (facts: CellFacts): string =>
  [
    facts.taskId ?? `line ${facts.line}`,
    facts.variant,
    facts.repeat === undefined ? undefined : `repetition ${facts.repeat}`,
    facts.state.replaceAll("_", " "),
    facts.errorCode,
  ]
    .filter(Boolean)
    .join(", ");

/** A pointer that only crosses a hundred cells asks for none of them. */
function useRested(jobId: string | null): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(jobId), restMilliseconds);
    return () => clearTimeout(timer);
  }, [jobId]);
  return rested === jobId;
}
