import { Link } from "@tanstack/react-router";
import type { HostResponse } from "#shared/contracts/api/responses/host-response.ts";
import type { Host } from "#shared/contracts/device/host.ts";
import { useApiPages } from "../../api/use-api.ts";
import { Duration, Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { Failure } from "../../parts/states/failure.tsx";

const everyMilliseconds = 5_000;

const states: { readonly [State in Host["state"]]: { readonly shape: string; readonly tone: string } } = {
  online: { shape: "●", tone: "succeeded" },
  degraded: { shape: "▲", tone: "over" },
  draining: { shape: "◐", tone: "running" },
  offline: { shape: "✕", tone: "failed" },
};

/** Whether each host is heard of, and how its devices are. */
export function HostList() {
  const { data, error, refetch } = useApiPages("listHosts", { query: { limit: 100 } }, { everyMilliseconds });
  if (error !== null) return <Failure error={error} retry={refetch} />;
  if (data === undefined || data.length === 0) return null;
  return (
    <ul className="hosts" aria-label="Hosts">
      {data.map((host) => (
        <HostItem key={host.hostId} host={host} />
      ))}
    </ul>
  );
}

function HostItem({ host }: { readonly host: HostResponse }) {
  const { hostId, state, stateReason, version, devices, heartbeatAgeMilliseconds, startedAt } = host;
  const { shape, tone } = states[state];
  const away = devices.filter((device) => ["offline", "quarantined"].includes(device.state)).length;
  return (
    <li className="host">
      <span className={`device-state device-state-${tone}`}>
        <span aria-hidden="true">{shape}</span> {state}
      </span>
      <Link to="/devices" search={{ hostId }}>
        <ScreenText>{hostId}</ScreenText>
      </Link>
      <span className="quiet">
        {devices.length} {devices.length === 1 ? "device" : "devices"}
        {away > 0 && `, ${away} out of service`} · last heartbeat{" "}
        <Duration milliseconds={heartbeatAgeMilliseconds} /> ago · started <Time at={startedAt} /> ·{" "}
        <ScreenText>{version}</ScreenText>
      </span>
      {stateReason !== undefined && (
        <span className="host-reason">
          <ScreenText>{stateReason}</ScreenText>
        </span>
      )}
    </li>
  );
}
