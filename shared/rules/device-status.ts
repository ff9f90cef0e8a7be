import type { Device, DeviceStatus } from "../contracts/device/device.ts";
import type { Host } from "../contracts/device/host.ts";
import { defined } from "../values/defined.ts";

/** A host beats every few seconds; one that was silent for longer is taken for lost. */
const silenceMilliseconds = 30_000;

export const isHostLost = (host: Host | null, now: Date): boolean =>
  host === null ||
  host.state === "offline" ||
  now.getTime() - Date.parse(host.heartbeatAt) > silenceMilliseconds;

export interface DeviceCondition {
  readonly state: DeviceStatus;
  readonly stateReason?: string;
}

/**
 * How the device is now, derived from the dated facts that it and its host wrote: what was stored last is no longer true
 * when no process is left to update it (docs/faults.md D19). Everything that shows or counts devices uses this.
 */
export function conditionOf(device: Device, host: Host | null, now: Date): DeviceCondition {
  const { state, stateReason, leaseExpiresAt } = device;
  const stored = { state, ...defined({ stateReason }) };
  if (state === "quarantined") return stored;
  if (isHostLost(host, now)) return { state: "offline", stateReason: lossOf(device, host) };
  if (state === "offline") return stored;
  const held = state === "leased" || state === "cleaning";
  if (held && leaseExpiresAt !== undefined && Date.parse(leaseExpiresAt) <= now.getTime()) {
    return { state: "dirty", stateReason: "Its lease expired: it is cleaned before its next job." };
  }
  if (!held && host?.state === "degraded") {
    return {
      state: "degraded",
      stateReason: `Its host takes no new jobs: ${host.stateReason ?? "degraded"}`,
    };
  }
  return stored;
}

function lossOf({ hostId }: Device, host: Host | null): string {
  if (host === null) return `Its host ${hostId} is not registered: start it with 'drover hosts run'.`;
  if (host.state === "offline") return `Its host ${hostId} was stopped: start it again.`;
  return `Its host ${hostId} sent its last heartbeat at ${host.heartbeatAt}: see its log, or restart it.`;
}
