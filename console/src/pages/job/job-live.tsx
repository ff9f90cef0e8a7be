import "../device/device-page.css";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { ShownStep } from "#shared/contracts/api/responses/step-response.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { Command } from "../../parts/copy/command.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { LiveScreen } from "../device/live-screen.tsx";

interface JobLiveProps {
  readonly job: PublicJob & { readonly deviceId: string };
  readonly last: ShownStep | undefined;
}

const everyMilliseconds = 3_000;

/** The device of a running job as it is now, with the last action on it; from here it is taken over and shared. */
export function JobLive({ job, last }: JobLiveProps) {
  const { jobId: id, deviceId } = job;
  const { data, error } = useApi("deviceHistory", { id: deviceId }, { everyMilliseconds });
  const pause = useApiAction("pauseJob");
  const resume = useApiAction("resumeJob");
  const failed = error ?? pause.error ?? resume.error;
  const mayPause = job.session === undefined && job.workflow === undefined && job.recovery === undefined;
  return (
    <div className="job-live">
      {data !== undefined && (
        <LiveScreen
          device={data.device}
          last={last}
          steering={
            mayPause
              ? { pause: () => pause.mutate({ id }), resume: () => resume.mutate({ id, body: {} }) }
              : undefined
          }
        />
      )}
      <ShareLink jobId={id} />
      {failed !== null && <Failure error={failed} />}
    </div>
  );
}

/** A link for people without an account: it shows the job, and can do nothing. */
function ShareLink({ jobId: id }: { readonly jobId: string }) {
  const make = useApiAction("createJobLink");
  const { data } = make;
  return (
    <div className="live-share">
      {data === undefined ? (
        <button type="button" disabled={make.isPending} onClick={() => make.mutate({ id, body: {} })}>
          Share
        </button>
      ) : (
        <>
          <p className="quiet">
            Anyone with this link can watch the job until {data.expiresAt}, without control:
          </p>
          <Command text={new URL(data.page, window.location.origin).href} />
        </>
      )}
      {make.error !== null && <Failure error={make.error} />}
    </div>
  );
}
