import { Link } from "@tanstack/react-router";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { useApi } from "../../api/use-api.ts";
import { JobItems } from "../../parts/job-items.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";

const most = 8;

/** Other jobs of this device and of its host: whether it fails there alone. */
export function RelatedJobs({ job: { jobId, deviceId, hostId } }: { readonly job: PublicJob }) {
  return (
    <div className="review-related">
      {deviceId !== undefined && <JobsOf jobId={jobId} field="deviceId" value={deviceId} what="device" />}
      {hostId !== undefined && <JobsOf jobId={jobId} field="hostId" value={hostId} what="host" />}
    </div>
  );
}

interface JobsOfProps {
  readonly jobId: string;
  readonly field: "deviceId" | "hostId";
  readonly value: string;
  readonly what: string;
}

function JobsOf({ jobId, field, value, what }: JobsOfProps) {
  const { data } = useApi("listJobs", { query: { [field]: value, limit: most + 1 } });
  const others = data?.items.filter((job) => job.jobId !== jobId).slice(0, most) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label={`Other jobs of this ${what}`}>
      <h3>
        Other jobs of this {what}{" "}
        <Link to="/jobs" search={{ [field]: value }}>
          <ScreenText>{value}</ScreenText>
        </Link>
      </h3>
      <JobItems jobs={others} />
    </section>
  );
}
