import "./step-list.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { Duration, Money } from "../parts/figures.tsx";
import { ScreenText } from "../parts/screen-text.tsx";
import { stepActionWords } from "./action-words.ts";
import type { JobRecord, ScreenSource } from "./job-record.ts";
import type { ListItem } from "./list-items.ts";
import { Picture } from "./picture.tsx";
import type { StepRange } from "./step-range.ts";
import { onOtherDevice, stepMilliseconds, stepState, stepStateWords } from "./step-state.ts";
import { asideMark, asideWords } from "./tabs/aside-words.ts";

interface StepListProps {
  readonly record: JobRecord;
  readonly source: ScreenSource;
  readonly items: readonly ListItem[];
  /** Of an item. */
  readonly selected: string | undefined;
  readonly range: StepRange | undefined;
  readonly onStep: (stepNumber: number) => void;
  readonly onAside: (item: ListItem) => void;
  /** Gives up the range. */
  readonly onWhole: () => void;
}

const heights = { step: 56, aside: 32 } as const;

/** The range is one of steps: what is between the first and the last of them stays. */
function within(items: readonly ListItem[], range: StepRange | undefined): readonly ListItem[] {
  if (range === undefined) return items;
  const places = items.flatMap((item, index) =>
    item.kind === "step" && item.step.stepNumber >= range.from && item.step.stepNumber <= range.to
      ? [index]
      : [],
  );
  return items.slice(places[0] ?? 0, (places.at(-1) ?? -1) + 1);
}

/** Steps, and between them what else happened. Of a thousand only those that can be seen are in the page. */
export function StepList(props: StepListProps) {
  const { record, source, items, selected, range, onStep, onAside, onWhole } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => within(items, range), [items, range]);
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (shown[index]?.kind === "step" ? heights.step : heights.aside),
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 8,
  });
  const at = shown.findIndex(({ id }) => id === selected);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at, { align: "auto" });
  }, [at, virtual]);
  return (
    <section className="step-list" aria-label="Steps">
      {range !== undefined && (
        <p className="step-range">
          Steps {range.from} to {range.to}
          <button type="button" className="bare" onClick={onWhole}>
            Show all
          </button>
        </p>
      )}
      {shown.length === 0 && (
        <p className="quiet step-none">
          {record.job.status === "finished" ? "This job has no steps." : "No steps yet."}
        </p>
      )}
      <div className="step-scroll" ref={scroller}>
        <ol style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start, size }) => {
            const item = shown[index];
            if (item === undefined) return null;
            return (
              <li
                key={key}
                aria-setsize={shown.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start}px)`, height: size }}
              >
                {item.kind === "step" ? (
                  <StepLine
                    record={record}
                    source={source}
                    item={item}
                    current={item.id === selected}
                    onClick={() => onStep(item.step.stepNumber)}
                  />
                ) : (
                  <button
                    type="button"
                    className={`aside-line aside-${item.kind}`}
                    aria-current={item.id === selected ? "true" : undefined}
                    onClick={() => onAside(item)}
                  >
                    <span aria-hidden="true">{asideMark(item)}</span>
                    <ScreenText limit={160}>{asideWords(item)}</ScreenText>
                  </button>
                )}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

const marks = {
  done: "✓",
  missed: "✕",
  broken: "✕",
  unsure: "?",
  running: "…",
  claimed: "⚑",
  rejected: "✕",
} as const;

interface StepLineProps {
  readonly record: JobRecord;
  readonly source: ScreenSource;
  readonly item: Extract<ListItem, { kind: "step" }>;
  readonly current: boolean;
  readonly onClick: () => void;
}

const chosenWords = {
  model: "",
  retry: "again",
  unstick: "by rule",
  look: "by rule",
  replay: "recorded",
  script: "script",
  recovery: "recovery",
  person: "a person",
  external: "outside agent",
  human: "a person",
  session: "session",
} as const;

function StepLine({ record: { job }, source, item: { step }, current, onClick }: StepLineProps) {
  const state = stepState(step, job.status === "finished");
  const other = onOtherDevice(job, step);
  const chosen = chosenWords[step.chosenBy];
  return (
    <button
      type="button"
      className={`step-line step-${state}${step.recoveryId === undefined ? "" : " step-recovering"}${other ? " step-other" : ""}`}
      aria-current={current ? "step" : undefined}
      onClick={onClick}
    >
      <span className="step-number">{step.stepNumber}</span>
      <Picture source={source} picture={step.before.screenshotKey} alt="" className="step-thumb" />
      <span className="step-words">
        <ScreenText limit={160}>{stepActionWords(step)}</ScreenText>
        {(chosen !== "" || other) && (
          <span className="step-by">
            {[chosen, other ? "another device" : ""].filter(Boolean).join(" · ")}
          </span>
        )}
      </span>
      <span className="step-figures number">
        <span className="step-mark" title={stepStateWords[state]}>
          <span aria-hidden="true">{marks[state]}</span>
          <span className="unseen">{stepStateWords[state]}</span>
        </span>
        <Duration milliseconds={stepMilliseconds(step)} />
        {step.usage.costUsd !== undefined && <Money usd={step.usage.costUsd} />}
      </span>
    </button>
  );
}
