import "./device-state.css";
import type { DeviceStatus } from "#shared/contracts/device/device.ts";

/** A word, a shape and a colour for each. */
export const stateWords: {
  readonly [State in DeviceStatus]: { readonly label: string; readonly shape: string; readonly tone: string };
} = {
  ready: { label: "free", shape: "●", tone: "succeeded" },
  leased: { label: "working", shape: "◐", tone: "running" },
  cleaning: { label: "being cleaned", shape: "◌", tone: "quiet" },
  dirty: { label: "to be cleaned", shape: "◌", tone: "quiet" },
  degraded: { label: "host takes no jobs", shape: "▲", tone: "over" },
  offline: { label: "offline", shape: "○", tone: "quiet" },
  quarantined: { label: "quarantined", shape: "✕", tone: "failed" },
};

export function DeviceState({ state }: { readonly state: DeviceStatus }) {
  const { label, shape, tone } = stateWords[state];
  return (
    <span className={`device-state device-state-${tone}`}>
      <span aria-hidden="true">{shape}</span> {label}
    </span>
  );
}
