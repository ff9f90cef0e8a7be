import "./job-view.css";
import { type ReactNode, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { failedBy } from "#shared/rules/judging/failed-by.ts";
import { useShortcut } from "../parts/shortcuts/shortcuts.tsx";
import { Filmstrip } from "./filmstrip.tsx";
import { Inspector, type InspectorProps, type InspectorTab } from "./inspector.tsx";
import { JobHeader } from "./job-header.tsx";
import type { JobRecord, ScreenSource } from "./job-record.ts";
import { type ListItem, listItems } from "./list-items.ts";
import { PlayerBar } from "./player-bar.tsx";
import { ScreenView } from "./screen-view.tsx";
import { StepList } from "./step-list.tsx";
import type { StepRange } from "./step-range.ts";
import { usePlayer } from "./use-player.ts";

/** Where in a job one looks: what is in the address. */
export interface JobPlace {
  readonly step?: number | undefined;
  readonly tab?: InspectorTab | undefined;
}

interface JobViewProps {
  readonly record: JobRecord;
  readonly source: ScreenSource;
  readonly place: JobPlace;
  /** Told what changes of it. */
  readonly onPlace: (changed: JobPlace) => void;
  /** Where another job is shown; absent: it cannot be shown. */
  readonly jobHref?: (jobId: string) => string;
  /** Controls of whoever shows it, beside the task. */
  readonly actions?: ReactNode;
  /** Other attempts at the same, above everything. */
  readonly attempts?: ReactNode;
  /** In place of a step's screen and of what is known of it: the job's steps stay beside it. */
  readonly instead?: ReactNode;
  /** In place of a step's screen alone. */
  readonly live?: ReactNode;
  /** Has a stored prompt asked again. */
  readonly again?: InspectorProps["again"];
}

/** Of a job that did well one wants to see how it began, of any other how it ended; of a running one, the newest. */
export const usualStep = ({ job, steps }: JobRecord): number | undefined =>
  (job.outcome === "succeeded" ? steps[0] : steps.at(-1))?.stepNumber;

/** A job as it happened: steps on the left, the screen in the middle, what is known of it on the right. */
export function JobView({
  record,
  source,
  place,
  onPlace,
  jobHref,
  actions,
  attempts,
  instead,
  live,
  again,
}: JobViewProps) {
  const { steps } = record;
  const [range, setRange] = useState<StepRange>();
  const [aside, setAside] = useState<ListItem>();
  const [hovered, setHovered] = useState<number>();
  const [chosenScreen, setShown] = useState<"before" | "after">();
  const items = useMemo(() => listItems(record), [record]);
  const selected = place.step ?? usualStep(record);
  const step = steps.find(({ stepNumber }) => stepNumber === selected);
  // What the check judged is the screen after the last step.
  const isFailing = step !== undefined && step === steps.at(-1) && failedBy(record.job) !== undefined;
  const shown = chosenScreen ?? (isFailing && step.after !== undefined ? "after" : "before");
  // The address changes before the page is drawn again: what is pressed meanwhile counts from where it leads.
  const newest = useRef(selected);
  useLayoutEffect(() => {
    newest.current = selected;
  }, [selected]);
  const select = useCallback(
    (stepNumber: number) => {
      newest.current = stepNumber;
      setAside(undefined);
      setHovered(undefined);
      onPlace({ step: stepNumber });
    },
    [onPlace],
  );
  const player = usePlayer(steps, selected, select);
  const move = (by: number): void => {
    const at = steps.findIndex(({ stepNumber }) => stepNumber === newest.current);
    const next = steps[Math.min(Math.max(at + by, 0), steps.length - 1)];
    if (next !== undefined) select(next.stepNumber);
  };
  useShortcut("j", "Next step", () => move(1));
  useShortcut("k", "Previous step", () => move(-1));
  useShortcut("ArrowRight", "Next step", () => move(1));
  useShortcut("ArrowLeft", "Previous step", () => move(-1));
  useShortcut("p", "Play or pause", player.toggle);
  return (
    <div className="job-view">
      <JobHeader record={record} actions={actions} />
      {attempts}
      {steps.length > 0 && (
        <section className="job-film" aria-label="Film">
          <PlayerBar player={player} steps={steps} selected={selected} onMove={move} />
          <Filmstrip
            record={record}
            source={source}
            selected={selected}
            onSelect={select}
            range={range}
            onRange={setRange}
          />
        </section>
      )}
      <div className="job-columns">
        <StepList
          record={record}
          source={source}
          items={items}
          selected={aside?.id ?? (selected === undefined ? undefined : `step-${selected}`)}
          range={range}
          onStep={select}
          onAside={setAside}
          onWhole={() => setRange(undefined)}
        />
        {instead ?? (
          <>
            {live ?? (
              <ScreenView
                job={record.job}
                step={step}
                source={source}
                hovered={hovered}
                onHover={setHovered}
                shown={shown}
                onShown={setShown}
              />
            )}
            <Inspector
              record={record}
              source={source}
              step={step}
              aside={aside}
              onAsideEnd={() => setAside(undefined)}
              tab={place.tab ?? (isFailing ? "check" : "thinking")}
              onTab={(tab) => onPlace({ tab })}
              shown={shown}
              hovered={hovered}
              onHover={setHovered}
              jobHref={jobHref}
              onStep={select}
              again={again}
            />
          </>
        )}
      </div>
    </div>
  );
}
