import { useEffect } from "react";
import type { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { SessionEndReason, SessionStatus } from "#shared/contracts/session/session.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { durationText } from "../../parts/format.ts";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

const endWords: { readonly [Reason in SessionEndReason]: string } = {
  ended: "its user ended it",
  idle: "idle timeout",
  hardTimeout: "time limit",
  cancelled: "it was cancelled",
  noDevice: "no device became free in time",
  deviceLost: "its device was lost",
  hostGone: "its host was lost",
  limit: "a limit was used up",
  failed: "it failed",
};
const statusWords: { readonly [Status in SessionStatus]: string } = {
  waiting: "waits for a device",
  busy: "runs a command",
  ready: "waits for its user",
  deviceLost: "has lost its device",
  ended: "ended",
};
const everyMilliseconds = 3_000;

/** Of a session what no other job has: whom it waits for or why it ended, its labels and its times. */
export function SessionLine({ job }: { readonly job: PublicJob }) {
  const { jobId: id, status } = job;
  const live = status !== "finished";
  const { data, refetch } = useApi("readSession", { id }, live ? { everyMilliseconds } : {});
  const end = useApiAction("endSession");
  const goOn = useApiAction("continueSession");
  // Once more when its job has ended.
  useEffect(() => {
    if (!live) void refetch();
  }, [live, refetch]);
  if (data === undefined) return null;
  const { endReason, endDetail, labels, idleTimeoutSeconds, hardTimeoutSeconds } = data;
  const isLost = data.status === "deviceLost";
  const why = isLost ? data.deviceLost?.reason : endDetail;
  return (
    <section className="attempts" aria-label="Session">
      <span>
        session, {endReason === undefined ? statusWords[data.status] : `ended: ${endWords[endReason]}`}
        {why !== undefined && (
          <>
            {" "}
            (<ScreenText limit={200}>{why}</ScreenText>)
          </>
        )}
      </span>
      {Object.entries(labels).map(([name, value]) => (
        <span key={name}>
          {name}=<ScreenText limit={100}>{value}</ScreenText>
        </span>
      ))}
      <span>
        idle for {durationText(idleTimeoutSeconds * 1_000)}, {durationText(hardTimeoutSeconds * 1_000)} at
        most
      </span>
      {isLost && (
        <button type="button" disabled={goOn.isPending} onClick={() => goOn.mutate({ id })}>
          Continue on another device
        </button>
      )}
      {live && (
        <button type="button" disabled={end.isPending} onClick={() => end.mutate({ id })}>
          End the session
        </button>
      )}
      {goOn.error !== null && <Failure error={goOn.error} />}
      {end.error !== null && <Failure error={end.error} />}
    </section>
  );
}
