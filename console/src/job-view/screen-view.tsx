import "./screen-view.css";
import { type PointerEvent, useMemo, useState } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { ElementBoxes } from "./element-boxes.tsx";
import type { ScreenSource } from "./job-record.ts";
import { Picture } from "./picture.tsx";
import { screenChanges } from "./screen-changes.ts";
import { elementAt, pictureWords, sizeOf } from "./tabs/element-tree.ts";
import { marksOfPerson, marksOfStep } from "./touch-marks.ts";
import { TouchOverlay } from "./touch-overlay.tsx";
import { useTree } from "./use-tree.ts";

type Shown = "before" | "after";

interface ScreenViewProps {
  readonly job: PublicJob;
  readonly step: Step | undefined;
  readonly source: ScreenSource;
  /** An element's id, pointed at here or in the tree. */
  readonly hovered: number | undefined;
  readonly onHover: (elementId: number | undefined) => void;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
}

const half = 50;

/** The screen of a step with what was done drawn where it was done, and the one after it. */
export function ScreenView({ job, step, source, hovered, onHover, shown, onShown }: ScreenViewProps) {
  const [elements, setElements] = useState(false);
  const [changed, setChanged] = useState(false);
  const [compared, setCompared] = useState(false);
  const [split, setSplit] = useState(half);
  const treeBefore = useTree(source, step?.before.treeKey);
  const treeAfter = useTree(source, step?.after?.treeKey);
  const changes = useMemo(
    () => (changed && treeBefore && treeAfter ? screenChanges(treeBefore, treeAfter) : []),
    [changed, treeBefore, treeAfter],
  );
  if (step === undefined) return <NoScreen job={job} />;
  const after = shown === "after" || compared ? step.after : undefined;
  const face = shown === "after" && step.after ? step.after : step.before;
  const tree = (shown === "after" && step.after ? treeAfter : treeBefore) ?? null;
  const size = sizeOf(tree, face.screen);
  const point = (event: PointerEvent<HTMLDivElement>): void => {
    if (tree === null || event.pointerType !== "mouse") return;
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    onHover(elementAt(tree, x, y)?.element_id);
  };
  const kinds = shown === "after" ? ["appeared", "altered"] : ["disappeared", "altered"];
  const boxes = changes.filter(({ kind }) => kinds.includes(kind));
  return (
    <section className="screen" aria-label="Screen">
      <div className="screen-tools">
        <fieldset className="segments">
          <legend className="unseen">Which screen</legend>
          <Segment
            label="before"
            chosen={!compared && shown === "before"}
            onChoose={() => {
              setCompared(false);
              onShown("before");
            }}
          />
          <Segment
            label="after"
            chosen={!compared && shown === "after"}
            disabled={step.after === undefined}
            onChoose={() => {
              setCompared(false);
              onShown("after");
            }}
          />
          <Segment
            label="both"
            chosen={compared}
            disabled={step.after === undefined}
            onChoose={() => {
              setCompared(true);
              onShown("before");
            }}
          />
        </fieldset>
        <Toggle label="elements" on={elements} onChange={setElements} />
        <Toggle label="changes" on={changed} onChange={setChanged} />
      </div>
      <div className="screen-stage">
        <div
          className={`screen-device${size.width > size.height ? " screen-wide" : ""}`}
          style={{ aspectRatio: `${size.width} / ${size.height}` }}
          onPointerMove={point}
          onPointerLeave={() => onHover(undefined)}
        >
          <Picture
            source={source}
            picture={face.screenshotKey}
            alt={pictureWords(tree, face.package)}
            key={face.screenshotKey}
          />
          {compared && after?.screenshotKey && (
            <div className="screen-over" style={{ clipPath: `inset(0 0 0 ${split}%)` }}>
              <Picture source={source} picture={after.screenshotKey} alt="" />
            </div>
          )}
          <ElementBoxes tree={tree} size={size} all={elements} hovered={hovered} changes={boxes} />
          {shown === "before" && (
            <TouchOverlay
              size={size}
              marks={marksOfStep(step)}
              personMarks={marksOfPerson(step.interventions)}
            />
          )}
          {compared && <div className="screen-split" style={{ left: `${split}%` }} aria-hidden="true" />}
          {compared && (
            <input
              type="range"
              className="screen-slider"
              aria-label="Before and after"
              min={0}
              max={100}
              value={split}
              onChange={({ target }) => setSplit(Number(target.value))}
            />
          )}
        </div>
      </div>
    </section>
  );
}

const NoScreen = ({ job }: { readonly job: PublicJob }) => (
  <section className="screen" aria-label="Screen">
    <p className="quiet screen-none">
      {job.status === "finished" ? "No screen was stored." : "The first screen appears here."}
    </p>
  </section>
);

interface SegmentProps {
  readonly label: string;
  readonly chosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

const Segment = ({ label, chosen, disabled = false, onChoose }: SegmentProps) => (
  <button type="button" aria-pressed={chosen} disabled={disabled} onClick={onChoose}>
    {label}
  </button>
);

interface ToggleProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

const Toggle = ({ label, on, onChange }: ToggleProps) => (
  <label className="screen-toggle">
    <input type="checkbox" checked={on} onChange={({ target }) => onChange(target.checked)} />
    {label}
  </label>
);
