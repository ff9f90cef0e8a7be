import { Link } from "@tanstack/react-router";
import { useMemo, useState, useSyncExternalStore } from "react";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { useApi, useClient } from "../../api/use-api.ts";
import { marksOfPerson, marksOfStep } from "../../job-view/touch-marks.ts";
import { TouchOverlay } from "../../job-view/touch-overlay.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { JobFeed } from "../job/job-feed.ts";
import { TakeOver } from "./take-over.tsx";
import { useFrames } from "./use-frames.ts";

const leaseMilliseconds = 3_000;

/** What the job that has it waits for with the device: a person's answer, or to be resumed. */
function useWaitsForPerson(jobId: string | undefined): "answer" | "resume" | undefined {
  const asking = { enabled: jobId !== undefined, everyMilliseconds: leaseMilliseconds };
  const { data } = useApi("readJob", { id: jobId ?? "" }, asking);
  const { pause } = data ?? {};
  if (jobId === undefined || pause?.holdsDevice !== true) return undefined;
  return pause.for === "answer" || pause.for === "resume" ? pause.for : undefined;
}

interface LiveScreenProps {
  readonly device: DeviceResponse;
  /** The last step of its job, where whoever shows it knows it. */
  readonly last?: ShownStep | undefined;
  /** Has its job pause for whoever takes the device over, and continue when they hand it back. */
  readonly steering?: { readonly pause: () => void; readonly resume: () => void } | undefined;
}

/** Its screen as it is now; one that is free, or whose job waits for a person, can be used from here. */
export function LiveScreen({ device, last, steering }: LiveScreenProps) {
  const { deviceId, screen, state, leaseJobId } = device;
  const [watching, setWatching] = useState(true);
  const [driving, setDriving] = useState(false);
  const there = state !== "offline";
  const frames = useFrames(deviceId, watching && there);
  const waits = useWaitsForPerson(leaseJobId);
  // What a person does holds the device for a moment, which is not a reason to take it out of their hands.
  const held = driving && there && leaseJobId === undefined;
  const free = state === "ready" || state === "quarantined" || waits !== undefined || held;
  const { url, error, look } = frames;
  const acts = driving && free;
  const takeOver = (): void => {
    if (!free) steering?.pause();
    if (acts && waits === "resume") steering?.resume();
    setDriving(!driving);
  };
  const picture = (
    <>
      {url === undefined ? (
        <div className="live-picture" role="img" aria-label="No picture yet" />
      ) : (
        <img className="live-picture" src={url} alt={`The screen of ${deviceId} now`} draggable={false} />
      )}
      {last !== undefined && <Marks step={last} size={screen} />}
      {last === undefined && leaseJobId !== undefined && <JobMarks jobId={leaseJobId} size={screen} />}
    </>
  );
  return (
    <section className="live" aria-label="Screen">
      <div className="live-bar">
        <button type="button" aria-pressed={watching} onClick={() => setWatching(!watching)}>
          {watching ? "Stop watching" : "Watch"}
        </button>
        <button
          type="button"
          aria-pressed={acts}
          disabled={!free && (steering === undefined || driving)}
          title={
            free || steering !== undefined
              ? undefined
              : "A job uses this device. Pause the job to take over, or wait until the device is free."
          }
          onClick={takeOver}
        >
          {acts ? "Hand back" : "Take over"}
        </button>
        {driving && !free && <span className="quiet">The job pauses after its present step…</span>}
        {waits !== undefined && (
          <span className="quiet">
            Its job {waits === "answer" ? <Link to="/questions">waits for an answer</Link> : "is paused"}:
            your actions are stored with the job.
          </span>
        )}
        {frames.secure && <span className="quiet">A window on it forbids pictures.</span>}
      </div>
      {acts ? (
        <TakeOver deviceId={deviceId} size={screen} onDone={look}>
          {picture}
        </TakeOver>
      ) : (
        <div className="live-stage">{picture}</div>
      )}
      {error !== null && <Failure error={error} />}
    </section>
  );
}

/** Where the agent of the job that has it touched last, and a person. */
function JobMarks({ jobId, size }: { readonly jobId: string; readonly size: ScreenSize }) {
  const client = useClient();
  const feed = useMemo(() => new JobFeed(client, jobId), [client, jobId]);
  const { steps } = useSyncExternalStore(feed.subscribe, feed.current);
  const last = steps.at(-1);
  return last === undefined ? null : <Marks step={last} size={size} />;
}

const Marks = ({ step, size }: { readonly step: ShownStep; readonly size: ScreenSize }) => (
  <TouchOverlay size={size} marks={marksOfStep(step)} personMarks={marksOfPerson(step.interventions)} />
);
