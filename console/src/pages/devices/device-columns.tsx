import { Link } from "@tanstack/react-router";
import type { DeviceResponse } from "#shared/contracts/api/responses/device-response.ts";
import { Time } from "../../parts/figures.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import type { Column } from "../../parts/virtual-table.tsx";
import { DeviceState, stateWords } from "./device-state.tsx";

export const deviceColumns: readonly Column<DeviceResponse>[] = [
  {
    name: "state",
    header: "State",
    sort: { by: "state", value: ({ state }) => stateWords[state].label },
    cell: ({ state }) => <DeviceState state={state} />,
  },
  {
    name: "device",
    header: "Device",
    sort: { by: "device", value: ({ deviceId }) => deviceId },
    cell: ({ deviceId }) => (
      <Link to="/devices/$deviceId" params={{ deviceId }} className="row-link">
        <ScreenText>{deviceId}</ScreenText>
      </Link>
    ),
  },
  {
    name: "model",
    header: "Model",
    sort: { by: "model", value: ({ model, androidRelease }) => `${model} ${androidRelease}` },
    cell: ({ model, androidRelease, apiLevel }) => (
      <span className="quiet" title={`API level ${apiLevel}`}>
        <ScreenText limit={60}>{model}</ScreenText> · Android <ScreenText>{androidRelease}</ScreenText>
      </span>
    ),
  },
  {
    name: "why",
    header: "Why",
    cell: ({ leaseJobId, stateReason }) =>
      leaseJobId !== undefined ? (
        <Link to="/jobs/$jobId" params={{ jobId: leaseJobId }} className="over-row">
          current job
        </Link>
      ) : (
        stateReason !== undefined && (
          <span title={stateReason}>
            <ScreenText limit={160}>{stateReason}</ScreenText>
          </span>
        )
      ),
  },
  {
    name: "pool",
    header: "Pool",
    sort: { by: "pool", value: ({ pool }) => pool },
    cell: ({ pool }) => <span className="quiet">{pool}</span>,
  },
  {
    name: "when",
    header: "Since",
    number: true,
    sort: { by: "since", value: ({ updatedAt }) => updatedAt },
    cell: ({ updatedAt }) => <Time at={updatedAt} />,
  },
];
