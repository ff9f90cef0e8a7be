import "./job-items.css";
import { Link } from "@tanstack/react-router";
import type { DeviceHistory } from "#shared/contracts/api/device-history.ts";
import { Time } from "./figures.tsx";
import { ScreenText } from "./screen-text.tsx";
import { jobState, OutcomeMark } from "./states/outcome-mark.tsx";

interface JobItemsProps {
  readonly jobs: readonly Pick<
    DeviceHistory["jobs"][number],
    "jobId" | "task" | "status" | "outcome" | "verdict" | "createdAt" | "lastErrorCode"
  >[];
}

/** A few jobs beside something else, a line each. */
export const JobItems = ({ jobs }: JobItemsProps) => (
  <ul className="job-items">
    {jobs.map((job) => (
      <li key={job.jobId}>
        <OutcomeMark state={jobState(job)} />
        <Link to="/jobs/$jobId" params={{ jobId: job.jobId }}>
          <ScreenText limit={120}>{job.task}</ScreenText>
        </Link>
        <code>{job.lastErrorCode}</code>
        <span className="quiet">
          <Time at={job.createdAt} />
        </span>
      </li>
    ))}
  </ul>
);
