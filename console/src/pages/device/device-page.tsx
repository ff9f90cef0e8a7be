import "./device-page.css";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DeviceHistory } from "#shared/contracts/api/device-history.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Time } from "../../parts/figures.tsx";
import { JobItems } from "../../parts/job-items.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { DeviceState } from "../devices/device-state.tsx";
import { LiveScreen } from "./live-screen.tsx";
import { Snapshots } from "./snapshots.tsx";

const route = getRouteApi("/devices/$deviceId");
const everyMilliseconds = 3_000;

/** One device: its screen now, how it is and why, and what it did lately. */
export function DevicePage() {
  const { deviceId } = route.useParams();
  const { data, error, isPending, refetch } = useApi(
    "deviceHistory",
    { id: deviceId },
    { everyMilliseconds },
  );
  if (error !== null && data === undefined) return <Failure error={error} retry={refetch} />;
  if (isPending || data === undefined) return <p className="page quiet">Loading…</p>;
  return (
    <div className="page device">
      <header className="device-head">
        <h1>
          <ScreenText>{deviceId}</ScreenText>
        </h1>
        <DeviceState state={data.device.state} />
        <CopyRequest name="deviceHistory" asked={{ id: deviceId }} />
      </header>
      <LiveScreen key={deviceId} device={data.device} />
      <div className="device-facts">
        <DeviceFacts history={data} />
        <QuarantineForm history={data} />
        <Snapshots device={data.device} />
        <Events history={data} />
        <PersonActions history={data} />
        <LatestJobs history={data} />
      </div>
    </div>
  );
}

interface OfHistory {
  readonly history: DeviceHistory;
}

function DeviceFacts({ history: { device } }: OfHistory) {
  const { model, androidRelease, apiLevel, screen, hostId, pool, serial, leaseJobId, stateReason } = device;
  const { repairs, restores = 0 } = device;
  return (
    <dl className="device-list">
      <dt>Model</dt>
      <dd>
        <ScreenText>{model}</ScreenText>, Android <ScreenText>{androidRelease}</ScreenText> (API {apiLevel}),{" "}
        {screen.width} × {screen.height}
      </dd>
      <dt>Host</dt>
      <dd>
        <Link to="/devices" search={{ hostId }}>
          <ScreenText>{hostId}</ScreenText>
        </Link>
        , pool {pool}, serial <ScreenText>{serial}</ScreenText>
      </dd>
      {leaseJobId !== undefined && (
        <>
          <dt>Job</dt>
          <dd>
            <Link to="/jobs/$jobId" params={{ jobId: leaseJobId }}>
              {leaseJobId}
            </Link>
          </dd>
        </>
      )}
      {repairs !== undefined && (
        <>
          <dt>Repairs</dt>
          <dd>
            {Object.entries(repairs)
              .map(([repair, count]) => `${repair} ${count}`)
              .join(", ")}
          </dd>
        </>
      )}
      {restores > 0 && (
        <>
          <dt>Restored</dt>
          <dd>{restores} since it was last restarted for that</dd>
        </>
      )}
      {stateReason !== undefined && (
        <>
          <dt>Why</dt>
          <dd>
            <ScreenText>{stateReason}</ScreenText>
          </dd>
        </>
      )}
    </dl>
  );
}

/** Quarantines the device, or cleans it and returns it to its pool. */
function QuarantineForm({ history: { device } }: OfHistory) {
  const { deviceId, state } = device;
  const [reason, setReason] = useState("");
  const quarantine = useApiAction("quarantineDevice");
  const release = useApiAction("releaseDevice");
  const error = quarantine.error ?? release.error;
  return (
    <div>
      {state === "quarantined" ? (
        <button type="button" disabled={release.isPending} onClick={() => release.mutate({ id: deviceId })}>
          {release.isPending ? "Being cleaned…" : "Clean it and return it to its pool"}
        </button>
      ) : (
        <form
          className="device-quarantine"
          onSubmit={(event) => {
            event.preventDefault();
            const said = reason.trim();
            quarantine.mutate({ id: deviceId, body: said === "" ? {} : { reason: said } });
          }}
        >
          <label htmlFor="quarantine-reason" className="unseen">
            Why
          </label>
          <input
            id="quarantine-reason"
            value={reason}
            maxLength={300}
            placeholder="Reason for the quarantine"
            onChange={({ target }) => setReason(target.value)}
          />
          <button type="submit" disabled={quarantine.isPending || state === "leased"}>
            Quarantine
          </button>
        </form>
      )}
      {error !== null && <Failure error={error} />}
    </div>
  );
}

function Events({ history: { events } }: OfHistory) {
  return (
    <section aria-label="History">
      <h2>History</h2>
      {events.length === 0 && <p className="quiet">No quarantines or failures.</p>}
      <ul>
        {events.map(({ at, state, reason }) => (
          <li key={`${at} ${state}`}>
            <span className="quiet">
              <Time at={at} />
            </span>{" "}
            <DeviceState state={state} /> {reason !== undefined && <ScreenText>{reason}</ScreenText>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What people did on it by hand: of what they typed only how much it was is kept. */
function PersonActions({ history: { actions } }: OfHistory) {
  if (actions.length === 0) return null;
  return (
    <section aria-label="Manual actions">
      <h2>Manual actions</h2>
      <ul>
        {actions.map(({ at, action, target, characters, ok, error, jobId }) => (
          <li key={at}>
            <span className="quiet">
              <Time at={at} />
            </span>{" "}
            {action.replaceAll("_", " ")} {target !== undefined && <ScreenText>{target}</ScreenText>}
            {characters !== undefined && `${characters} characters`}
            {!ok && (
              <span className="quiet">
                {" "}
                failed: <ScreenText>{error ?? "unknown"}</ScreenText>
              </span>
            )}{" "}
            {jobId !== undefined && (
              <Link to="/jobs/$jobId" params={{ jobId }}>
                for its job
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LatestJobs({ history: { jobs } }: OfHistory) {
  return (
    <section aria-label="Jobs">
      <h2>Recent jobs</h2>
      {jobs.length === 0 && <p className="quiet">None yet.</p>}
      <JobItems jobs={jobs} />
    </section>
  );
}
