import { useNavigate } from "@tanstack/react-router";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import { useApiAction, useClient } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { ExportMenu, exportWords } from "../../parts/export-menu.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { PauseButton } from "./pause-button.tsx";

const words = { ...exportWords, json: "Trajectory as JSON", csv: "Steps as CSV" };

/** The same from a terminal; and what can be done with the job now. */
export function JobActions({ job }: { readonly job: PublicJob }) {
  const { jobId, status, cancelRequestedAt } = job;
  const cancel = useApiAction("cancelJob");
  const again = useApiAction("retryJob");
  const client = useClient();
  const navigate = useNavigate();
  const linkTo = async (format: keyof typeof words): Promise<string | undefined> =>
    (await client.exportJob({ id: jobId, query: { format } })).links.export;
  const retry = (): void =>
    again.mutate(
      { id: jobId },
      { onSuccess: (made) => void navigate({ to: "/jobs/$jobId", params: { jobId: made.jobId } }) },
    );
  const failed = cancel.error ?? again.error;
  return (
    <>
      <CopyRequest name="readJob" asked={{ id: jobId }} cli={`drover show ${jobId}`} />
      {status !== "finished" && (
        <button
          type="button"
          disabled={cancelRequestedAt !== undefined || cancel.isPending}
          onClick={() => cancel.mutate({ id: jobId })}
        >
          {cancelRequestedAt === undefined ? "Cancel" : "Cancelling…"}
        </button>
      )}
      {status !== "finished" && <PauseButton job={job} />}
      <AppLogButton job={job} />
      {status === "finished" && <ExportMenu words={words} linkTo={linkTo} />}
      {status === "finished" && job.session === undefined && (
        <button type="button" disabled={again.isPending} onClick={retry}>
          Run again
        </button>
      )}
      {failed !== null && <Failure error={failed} />}
    </>
  );
}

function AppLogButton({ job: { jobId: id, appLogs = [] } }: { readonly job: PublicJob }) {
  const client = useClient();
  const last = appLogs.at(-1);
  if (last === undefined) return null;
  const open = async (): Promise<void> => {
    const log = (await client.readJob({ id })).links[`log-${last.epoch}`];
    if (log !== undefined) window.open(log, "_blank", "noopener");
  };
  return (
    <button type="button" title="Lines of the device log about the job's apps" onClick={() => void open()}>
      App log
    </button>
  );
}
