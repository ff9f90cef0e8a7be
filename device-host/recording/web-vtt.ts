import type { RecordingTimeline } from "#shared/contracts/device/screen-recording.ts";
import { displayText } from "#shared/text/display-text.ts";

interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What is said of a step stays for so long at most. */
const longestCaptionSeconds = 6;
/** A cue of no length is none. */
const shortestSeconds = 0.1;
const longestText = 200;

/** What the agent did, while it did it. */
export const captionsVtt = ({ steps }: RecordingTimeline): string =>
  webVtt(
    steps.map(({ fromSeconds: from, toSeconds, stepNumber, words }) => ({
      from,
      to: Math.min(toSeconds, from + longestCaptionSeconds),
      text: `${stepNumber}. ${words}`,
    })),
  );

/** One chapter a step, without gaps; before the first one there is the beginning. */
export function chaptersOf({ steps, seconds }: RecordingTimeline): readonly Cue[] {
  const [first] = steps;
  const begin = { from: 0, to: first?.fromSeconds ?? seconds, text: "Beginning" };
  const chapters = steps.map(({ fromSeconds: from, toSeconds: to, stepNumber, words }) => ({
    from,
    to,
    text: `${stepNumber}. ${words}`,
  }));
  return begin.to > 0 || chapters.length === 0 ? [begin, ...chapters] : chapters;
}

export const chaptersVtt = (timeline: RecordingTimeline): string => webVtt(chaptersOf(timeline));

function webVtt(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ from, to, text }, index) =>
      `${index + 1}\n${clock(from)} --> ${clock(Math.max(to, from + shortestSeconds))}\n${escaped(text)}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** A screen's words are data: no tag, no line and no arrow of theirs means anything. */
const escaped = (text: string): string =>
  displayText(text, longestText).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const part = (unit: number, size: number): number => Math.floor(milliseconds / unit) % size;
  const padded = (value: number, digits = 2): string => String(value).padStart(digits, "0");
  const hours = padded(Math.floor(milliseconds / 3_600_000));
  return `${hours}:${padded(part(60_000, 60))}:${padded(part(1_000, 60))}.${padded(milliseconds % 1_000, 3)}`;
}
