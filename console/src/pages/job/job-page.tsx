import { getRouteApi } from "@tanstack/react-router";
import { type ReactNode, useCallback, useState } from "react";
import { defined } from "#shared/values/defined.ts";
import { PagePending } from "../../frame/page-states.tsx";
import { inspectorTab } from "../../job-view/inspector.tsx";
import { type JobPlace, JobView, usualStep } from "../../job-view/job-view.tsx";
import type { ShownCall } from "../../job-view/tabs/conversation.ts";
import { StepConversation } from "../../job-view/tabs/debug-tabs.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { AskAgain } from "./ask-again.tsx";
import { Attempts } from "./attempts.tsx";
import { DrivePanel } from "./drive/drive-panel.tsx";
import { JobActions } from "./job-actions.tsx";
import { JobLive } from "./job-live.tsx";
import { RecordingPanel } from "./recording/recording-panel.tsx";
import { RolesView } from "./roles/roles-view.tsx";
import { SessionLine } from "./session-line.tsx";
import { SteerPanel } from "./steer-panel.tsx";
import { useJobRecord } from "./use-job-record.ts";
import { WaitingFor } from "./waiting-for.tsx";

const route = getRouteApi("/jobs/$jobId");
const jobHref = (jobId: string): string => `/jobs/${encodeURIComponent(jobId)}`;

export function JobPage() {
  const { jobId } = route.useParams();
  // Another job begins again: nothing of the one before is shown with it.
  return <OneJob key={jobId} jobId={jobId} />;
}

function OneJob({ jobId }: { readonly jobId: string }) {
  const { step, tab } = route.useSearch();
  const navigate = route.useNavigate();
  const { record, source, fed, retry } = useJobRecord(jobId);
  const place: JobPlace = {
    step: step === undefined ? undefined : Number(step) || undefined,
    tab: inspectorTab(tab),
  };
  const [looksBack, setLooksBack] = useState(false);
  const [wanted, setWanted] = useState<"recording" | "conversation">();
  const toggle = (what: typeof wanted): void => setWanted(wanted === what ? undefined : what);
  const go = useCallback(
    (to: JobPlace) => {
      setLooksBack(true);
      void navigate({
        search: (before) => ({
          ...before,
          ...defined({ step: to.step === undefined ? undefined : String(to.step), tab: to.tab }),
        }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  if (record === undefined) {
    return fed.error === undefined ? <PagePending /> : <Failure error={fed.error} retry={retry} />;
  }
  const { job } = record;
  if (job.roles !== undefined) return <RolesView job={job} actions={<JobActions job={job} />} />;
  const recorded = fed.job?.recordings !== undefined && fed.job.recordings.length > 0;
  const drives = job.agent?.kind === "human" && job.status !== "finished";
  const { deviceId, status } = job;
  const holds = status === "running" && deviceId !== undefined;
  const shownNumber = place.step ?? usualStep(record);
  const shownStep = record.steps.find(({ stepNumber }) => stepNumber === shownNumber);
  const live =
    holds && place.step === undefined ? (
      <JobLive job={{ ...job, deviceId }} last={record.steps.at(-1)} />
    ) : undefined;
  const goLive = (): void =>
    void navigate({ search: ({ step: _, ...before }) => before, replace: true, resetScroll: false });
  const again = (call: ShownCall): ReactNode => <AskAgain jobId={jobId} call={call} />;
  const instead = (): ReactNode => {
    if (drives && !looksBack) return <DrivePanel jobId={jobId} />;
    if (wanted === "conversation" && shownStep !== undefined)
      return (
        <section className="conversation" aria-label="Conversation">
          <StepConversation step={shownStep} source={source} again={again} />
        </section>
      );
    if (wanted !== "recording" || fed.job === undefined) return undefined;
    const onStep = (stepNumber: number): void => go({ step: stepNumber });
    return <RecordingPanel job={fed.job} steps={fed.steps} step={place.step} onStep={onStep} />;
  };
  return (
    <div className="page-full">
      {fed.error !== undefined && <Failure error={fed.error} retry={retry} />}
      <JobView
        record={record}
        source={source}
        place={place}
        onPlace={go}
        jobHref={jobHref}
        actions={
          <>
            {drives && looksBack && (
              <button type="button" className="primary" onClick={() => setLooksBack(false)}>
                Drive on
              </button>
            )}
            {holds && live === undefined && (
              <button type="button" onClick={goLive}>
                Live
              </button>
            )}
            {record.steps.length > 0 && (
              <button
                type="button"
                aria-pressed={wanted === "conversation"}
                onClick={() => toggle("conversation")}
              >
                Conversation
              </button>
            )}
            {recorded && (
              <button type="button" aria-pressed={wanted === "recording"} onClick={() => toggle("recording")}>
                Recording
              </button>
            )}
            <JobActions job={job} />
          </>
        }
        attempts={
          <>
            {job.agent?.kind === "session" && <SessionLine job={job} />}
            <WaitingFor job={job} />
            <SteerPanel job={job} />
            <Attempts job={job} />
          </>
        }
        again={again}
        {...defined({ instead: instead(), live })}
      />
    </div>
  );
}
