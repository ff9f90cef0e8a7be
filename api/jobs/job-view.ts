import type { artifactLinker } from "#agent/runtime/artifact-links.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { shownStep } from "#shared/actions/action-words.ts";
import type { StepResponse } from "#shared/contracts/api/responses/step-response.ts";
import type { ScreenRecording } from "#shared/contracts/device/screen-recording.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { defined } from "#shared/values/defined.ts";
import { jobQueue } from "../queue/job-queue.ts";
import { awaitedBy, whyAwaiting } from "../turns/awaited-by.ts";
import { whyWaiting } from "./why-waiting.ts";

type LinksTo = ReturnType<typeof artifactLinker>;

/** A job with what it waits for, if it does. */
export async function jobView(job: Job, runtime: Runtime<"api">) {
  const awaiting = await awaitedBy(job, runtime);
  const because = awaiting === undefined ? await whyWaiting(job, runtime) : whyAwaiting(job, awaiting);
  const queued = because === undefined && job.status === "queued" ? await jobQueue(job, runtime) : undefined;
  return {
    ...job,
    ...defined({ awaiting, waitingBecause: because ?? queued?.because, queue: queued?.queue }),
  };
}

/** To its trajectory, its latest screen its recordings and its apps' logs, each by the lease that made it. */
export const jobLinks = (job: Job, latest: Step | undefined, linksTo: LinksTo) =>
  linksTo({
    trajectory: job.trajectoryKey,
    screenshot: latest?.after?.screenshotKey ?? latest?.before.screenshotKey,
    ...Object.fromEntries((job.appLogs ?? []).map(({ epoch, key }) => [`log-${epoch}`, key])),
    ...Object.fromEntries((job.recordings ?? []).flatMap(recordingKeys)),
  });

const recordingKeys = ({
  epoch,
  videoKey,
  captionsKey,
  chaptersKey,
  timelineKey,
  pending,
}: ScreenRecording) =>
  [
    [`recording-${epoch}`, pending === true ? undefined : videoKey],
    [`captions-${epoch}`, captionsKey],
    [`chapters-${epoch}`, chaptersKey],
    [`timeline-${epoch}`, timelineKey],
  ] as const;

export const stepView = async (step: Step, linksTo: LinksTo): Promise<StepResponse> => ({
  ...shownStep(step),
  links: await linksTo({
    screenshotBefore: step.before.screenshotKey,
    screenshot: step.after?.screenshotKey,
    treeBefore: step.before.treeKey,
    tree: step.after?.treeKey,
    hierarchy: step.after?.hierarchyKey,
  }),
});
