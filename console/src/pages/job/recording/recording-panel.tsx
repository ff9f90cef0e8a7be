import "./recording.css";
import { useEffect, useRef, useState } from "react";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { RecordingTimeline, ScreenRecording } from "#shared/contracts/device/screen-recording.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { missingWords, recordingWords } from "#shared/rules/steps/recording-words.ts";
import { useApi } from "../../../api/use-api.ts";
import { TouchOverlay } from "../../../job-view/touch-overlay.tsx";
import { ScreenText } from "../../../parts/screen-text.tsx";
import { momentAt, secondsOfStep } from "./recording-moment.ts";
import { useTimeline } from "./use-timeline.ts";

interface RecordingPanelProps {
  readonly job: JobResponse;
  readonly steps: readonly Step[];
  /** The step that is looked at: the video goes there. */
  readonly step: number | undefined;
  readonly onStep: (stepNumber: number) => void;
}

/** The recordings of a job, one for each device that it had. */
export function RecordingPanel({ job, ...rest }: RecordingPanelProps) {
  const fresh = useApi("readJob", { id: job.jobId });
  const { links } = fresh.data ?? job;
  return (
    <section className="recording" aria-label="Recording">
      {(job.recordings ?? []).map((recording) => (
        <OneRecording
          key={recording.epoch}
          recording={recording}
          links={links}
          onLost={() => void fresh.refetch()}
          {...rest}
        />
      ))}
    </section>
  );
}

interface OneProps extends Omit<RecordingPanelProps, "job"> {
  readonly recording: ScreenRecording;
  readonly links: JobResponse["links"];
  /** Links are good for five minutes. */
  readonly onLost: () => void;
}

function OneRecording({ recording, links, onLost, steps, step, onStep }: OneProps) {
  const { epoch, missing } = recording;
  const link = links[`recording-${epoch}`];
  const timeline = useTimeline(links[`timeline-${epoch}`]);
  return (
    <div className="recording-one">
      {link === undefined ? null : (
        <Video link={link} timeline={timeline} steps={steps} step={step} onStep={onStep} onLost={onLost} />
      )}
      <div className="recording-facts">
        <p>{recordingWords({ ...recording, missing: [] })}</p>
        {missing.map((piece) => (
          <p key={piece.fromSeconds} className="quiet">
            Missing: {missingWords(piece)}
          </p>
        ))}
        {link === undefined ? null : (
          <a href={link} download>
            Download
          </a>
        )}
      </div>
    </div>
  );
}

interface VideoProps extends Pick<OneProps, "steps" | "step" | "onStep" | "onLost"> {
  readonly link: string;
  readonly timeline: RecordingTimeline | null;
}

function Video({ link, timeline, steps, step, onStep, onLost }: VideoProps) {
  const video = useRef<HTMLVideoElement>(null);
  // A newer link to the same video would begin it again.
  const [source, setSource] = useState(link);
  const [lost, setLost] = useState(false);
  const [at, setAt] = useState(0);
  const [size, setSize] = useState({ width: 9, height: 20 });
  useEffect(() => {
    if (!lost || link === source) return;
    setSource(link);
    setLost(false);
  }, [link, lost, source]);
  useCaptions(video, timeline);
  useEffect(() => {
    const seconds = timeline === null || step === undefined ? undefined : secondsOfStep(timeline, step);
    if (seconds !== undefined && video.current !== null) video.current.currentTime = seconds;
  }, [timeline, step]);
  const moment = momentAt(timeline, steps, at);
  return (
    <>
      <div className="recording-screen" style={{ aspectRatio: `${size.width} / ${size.height}` }}>
        {/* biome-ignore lint/a11y/useMediaCaption: its captions are added when they are known */}
        <video
          ref={video}
          src={source}
          controls
          preload="metadata"
          aria-label="The screen while the job ran"
          onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) =>
            setSize({ width, height })
          }
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onSeeked={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onError={() => {
            setLost(true);
            onLost();
          }}
        />
        <TouchOverlay size={size} marks={moment.marks} personMarks={moment.personMarks} />
      </div>
      <ol className="recording-chapters" aria-label="Steps of the recording">
        {timeline?.steps.map(({ jobId, stepNumber, words, fromSeconds }) => (
          <li key={`${jobId}-${stepNumber}`}>
            <button
              type="button"
              aria-current={moment.stepNumber === stepNumber ? "step" : undefined}
              onClick={() => {
                onStep(stepNumber);
                if (video.current !== null) video.current.currentTime = fromSeconds;
              }}
            >
              <span className="number">{stepNumber}</span> <ScreenText limit={120}>{words}</ScreenText>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

const longestCaptionSeconds = 6;

/** The browser's own captions, to be switched on and off in its controls. */
function useCaptions(
  video: React.RefObject<HTMLVideoElement | null>,
  timeline: RecordingTimeline | null,
): void {
  const track = useRef<TextTrack>(null);
  useEffect(() => {
    if (video.current === null || timeline === null || track.current !== null) return;
    track.current = video.current.addTextTrack("captions", "What the agent did", "en");
    track.current.mode = "showing";
    for (const { fromSeconds, toSeconds, stepNumber, words } of timeline.steps) {
      const end = Math.min(Math.max(toSeconds, fromSeconds + 0.1), fromSeconds + longestCaptionSeconds);
      track.current.addCue(new VTTCue(fromSeconds, end, `${stepNumber}. ${words}`));
    }
  }, [video, timeline]);
}
