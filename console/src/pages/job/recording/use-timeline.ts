import { useEffect, useState } from "react";
import type { RecordingTimeline } from "#shared/contracts/device/screen-recording.ts";

/** When each step was done; null until it is there. Read once: a newer link leads to the same. */
export function useTimeline(link: string | undefined): RecordingTimeline | null {
  const [timeline, setTimeline] = useState<RecordingTimeline | null>(null);
  useEffect(() => {
    if (link === undefined || timeline !== null) return;
    const stop = new AbortController();
    fetch(link, { signal: stop.signal })
      .then(async (response) => asTimeline(await response.json()))
      .then(setTimeline)
      // Without it there is still a video.
      .catch(() => undefined);
    return () => stop.abort();
  }, [link, timeline]);
  return timeline;
}

/** A host wrote it: only that it is one at all is looked at. */
function asTimeline(read: unknown): RecordingTimeline | null {
  const { steps } = Object(read) as { readonly steps?: unknown };
  return Array.isArray(steps) ? (read as RecordingTimeline) : null;
}
