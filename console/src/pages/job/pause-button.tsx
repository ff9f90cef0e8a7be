import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Failure } from "../../parts/states/failure.tsx";

/** Pauses the job, or lets it continue. A job without its own agent has no such button. */
export function PauseButton({ job }: { readonly job: PublicJob }) {
  const { jobId, pauseRequestedAt, cancelRequestedAt } = job;
  const pause = useApiAction("pauseJob");
  const resume = useApiAction("resumeJob");
  if (job.session !== undefined || job.workflow !== undefined || job.recovery !== undefined) return null;
  const isPaused = pauseRequestedAt !== undefined;
  const failed = pause.error ?? resume.error;
  return (
    <>
      <button
        type="button"
        disabled={cancelRequestedAt !== undefined || pause.isPending || resume.isPending}
        onClick={() => (isPaused ? resume.mutate({ id: jobId, body: {} }) : pause.mutate({ id: jobId }))}
      >
        {isPaused ? "Continue" : "Pause"}
      </button>
      {failed !== null && <Failure error={failed} />}
    </>
  );
}
