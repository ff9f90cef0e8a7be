import "./filmstrip.css";
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { type FilmPlace, filmPlaces, framesOf, placeAt } from "./film.ts";
import type { JobRecord, ScreenSource } from "./job-record.ts";
import { Picture } from "./picture.tsx";
import type { StepRange } from "./step-range.ts";
import { onOtherDevice, stepState, stepTone } from "./step-state.ts";

interface FilmstripProps {
  readonly record: JobRecord;
  readonly source: ScreenSource;
  readonly selected: number | undefined;
  readonly onSelect: (stepNumber: number) => void;
  readonly range: StepRange | undefined;
  readonly onRange: (range: StepRange | undefined) => void;
}

const frameWidth = 44;
const dragPixels = 8;
const trackWidth = 1_000;

/** The job's screens along time, each once for as long as it stayed. A click goes to a step, a drag takes a stretch, the pointer shows a screen large. */
export function Filmstrip({ record, source, selected, onSelect, range, onRange }: FilmstripProps) {
  const { steps } = record;
  const strip = useRef<HTMLDivElement>(null);
  const width = useWidth(strip);
  const places = useMemo(() => filmPlaces(steps), [steps]);
  const frames = useMemo(
    () => framesOf(places, Math.max(1, Math.floor(width / frameWidth))),
    [places, width],
  );
  const byNumber = useMemo(() => new Map(steps.map((step) => [step.stepNumber, step])), [steps]);
  const pictureOf = (place: FilmPlace | undefined) =>
    place && byNumber.get(place.stepNumber)?.before.screenshotKey;
  const [pointed, setPointed] = useState<FilmPlace>();
  const [dragged, setDragged] = useState<{ readonly from: number; readonly to: number }>();
  const shareOf = ({ clientX }: PointerEvent): number => {
    const box = strip.current?.getBoundingClientRect();
    return box === undefined ? 0 : Math.min(Math.max((clientX - box.left) / box.width, 0), 0.9999);
  };
  const drop = (event: PointerEvent): void => {
    if (dragged === undefined) return;
    setDragged(undefined);
    const [from, to] = [dragged.from, shareOf(event)].sort((one, other) => one - other) as [number, number];
    const [first, last] = [placeAt(places, from), placeAt(places, to)];
    if (first === undefined || last === undefined) return;
    const isClick = (to - from) * width < dragPixels;
    if (!isClick) onRange({ from: first.stepNumber, to: last.stepNumber });
    onSelect(isClick ? last.stepNumber : first.stepNumber);
  };
  const last = steps.at(-1)?.stepNumber ?? 1;
  const keys = (event: KeyboardEvent): void => {
    const at = places.findIndex(({ stepNumber }) => stepNumber === selected);
    const next = nextPlace(event.key, at, places.length);
    const place = next === undefined ? undefined : places[next];
    if (place === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(place.stepNumber);
  };
  const current = places.find(({ stepNumber }) => stepNumber === selected);
  const preview = pointed === undefined ? undefined : byNumber.get(pointed.stepNumber);
  return (
    <div className="film">
      <div
        className="film-strip"
        ref={strip}
        role="slider"
        tabIndex={0}
        aria-label="Steps over time"
        aria-valuemin={steps[0]?.stepNumber ?? 1}
        aria-valuemax={last}
        aria-valuenow={selected ?? 1}
        aria-valuetext={`Step ${selected ?? 1} of ${last}`}
        onKeyDown={keys}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged({ from: shareOf(event), to: shareOf(event) });
        }}
        onPointerMove={(event) => {
          const share = shareOf(event);
          if (event.pointerType === "mouse") setPointed(placeAt(places, share));
          if (dragged !== undefined) setDragged({ from: dragged.from, to: share });
        }}
        onPointerUp={drop}
        onPointerCancel={() => setDragged(undefined)}
        onPointerLeave={() => setPointed(undefined)}
      >
        <div className="film-frames">
          {frames.map((frame, index) => {
            const picture = pictureOf(frame);
            const isSame = index > 0 && picture === pictureOf(frames[index - 1]);
            const now = isFirst(frames, index, selected) ? "film-now" : "";
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a frame is a stretch of time, whatever is in it
              <div key={index} className={isSame ? `film-same ${now}` : now}>
                {!isSame && <Picture source={source} picture={picture} alt="" />}
              </div>
            );
          })}
        </div>
        <FilmTrack record={record} places={places} current={current} range={range} dragged={dragged} />
      </div>
      {preview !== undefined && pointed !== undefined && dragged === undefined && (
        <div className="film-preview" style={{ left: `${((pointed.start + pointed.end) / 2) * 100}%` }}>
          <Picture source={source} picture={preview.before.screenshotKey} alt="" />
          <span>{preview.stepNumber}</span>
        </div>
      )}
    </div>
  );
}

/** A step that took long fills several frames: the first of them stands for it. */
const isFirst = (frames: readonly FilmPlace[], index: number, selected: number | undefined): boolean =>
  frames[index]?.stepNumber === selected && frames[index - 1]?.stepNumber !== selected;

interface FilmTrackProps {
  readonly record: JobRecord;
  readonly places: readonly FilmPlace[];
  readonly current: FilmPlace | undefined;
  readonly range: StepRange | undefined;
  readonly dragged: { readonly from: number; readonly to: number } | undefined;
}

/** Below the screens: each step as long as it took, coloured by how it came out. */
function FilmTrack({ record: { job, steps }, places, current, range, dragged }: FilmTrackProps) {
  const ended = job.status === "finished";
  const taken = dragged ?? rangeShares(places, range);
  const from = taken === undefined ? 0 : Math.min(taken.from, taken.to);
  const to = taken === undefined ? 0 : Math.max(taken.from, taken.to);
  return (
    <svg
      className="film-track"
      viewBox={`0 0 ${trackWidth} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {steps.map((step, index) => {
        const place = places[index];
        if (place === undefined) return null;
        const tone = stepTone(step, stepState(step, ended));
        const other = onOtherDevice(job, step) ? " film-other" : "";
        const length = (place.end - place.start) * trackWidth;
        return (
          <rect
            key={step.stepNumber}
            className={`film-${tone}${other}`}
            x={place.start * trackWidth}
            y={2}
            width={Math.max(length - Math.min(1, length / 4), 0.5)}
            height={6}
          />
        );
      })}
      {taken !== undefined && (
        <rect
          className="film-range"
          x={from * trackWidth}
          y={0}
          width={(to - from) * trackWidth}
          height={10}
        />
      )}
      {current !== undefined && (
        <rect
          className="film-cursor"
          x={current.start * trackWidth}
          y={0}
          width={Math.max((current.end - current.start) * trackWidth, 2)}
          height={10}
        />
      )}
    </svg>
  );
}

function rangeShares(places: readonly FilmPlace[], range: StepRange | undefined) {
  if (range === undefined) return undefined;
  const from = places.find(({ stepNumber }) => stepNumber === range.from)?.start;
  const to = places.find(({ stepNumber }) => stepNumber === range.to)?.end;
  return from === undefined || to === undefined ? undefined : { from, to };
}

function nextPlace(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(at + 1, count - 1);
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(at - 1, 0);
  if (key === "PageDown") return Math.min(at + 10, count - 1);
  if (key === "PageUp") return Math.max(at - 10, 0);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}

function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const observer = new ResizeObserver(() => setWidth(observed.clientWidth));
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
