import type { JobResponse, PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { JobLink } from "./attempts.tsx";

type WaitingJob = PublicJob & Partial<Pick<JobResponse, "awaiting" | "waitingBecause" | "queue">>;

/** Why a job waits: its position in the queue and who holds the devices, or what else it waits for. */
export function WaitingFor({
  job: { status, awaiting, waitingBecause, queue },
}: {
  readonly job: WaitingJob;
}) {
  // A question has its own place, with what answers it.
  if (status === "finished" || waitingBecause === undefined || awaiting?.question !== undefined) return null;
  const holders = queue?.heldBy.flatMap(({ jobId, deviceId }) =>
    jobId === undefined ? [] : [{ jobId, deviceId }],
  );
  return (
    <section className="attempts" aria-label="What it waits for" role="status">
      <ScreenText limit={1_000}>{waitingBecause}</ScreenText>
      {holders?.slice(0, 5).map(({ jobId, deviceId }) => (
        <JobLink key={deviceId} jobId={jobId}>
          Open job {jobId.slice(-6)}
        </JobLink>
      ))}
    </section>
  );
}
