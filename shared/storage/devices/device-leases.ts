import type { Device, DeviceEvent, DeviceState, QuarantinedBy } from "../../contracts/device/device.ts";
import type { DeviceId, JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { deviceQuarantined } from "../../rules/webhook-facts.ts";
import { defined } from "../../values/defined.ts";
import { operationsOn } from "../table/operations-on.ts";
import { changeItem, conditionalCall, readItem, wrote } from "../table/storage-call.ts";
import type { EventRecorder } from "../webhooks/event-recorder.ts";
import { type DeviceEntity, parseDevice } from "./device-entity.ts";

interface DeviceKey {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
}

export interface DeviceClaim extends DeviceKey {
  /** Null: the host itself holds the device, to clean it or for a person's request; its state is then `cleaning`. */
  readonly jobId: JobId | null;
  readonly expiresAt: Timestamp;
  readonly at: Timestamp;
  /** Also take a device that must be cleaned first: `dirty`, or held by a lease that ran out. */
  readonly allowDirty: boolean;
  /** Also take one that is quarantined, to try it again. */
  readonly allowQuarantined?: boolean;
  /** Take one that a person quarantined, and nothing else; that it is theirs stays said through the lease. */
  readonly asItIs?: boolean;
}

interface Parts {
  readonly entity: DeviceEntity;
  readonly noteEvent: (changed: Device, event: DeviceEvent) => Promise<void>;
  readonly events: EventRecorder;
}

/** Leases: conditional writes on the device alone; every claim raises the epoch that fences commands. */
export const createDeviceLeases = (parts: Parts) => operationsOn(parts, { claim, renew, letGo, transition });

const read = ({ entity }: Parts, { tenantId, deviceId }: DeviceKey) =>
  readItem("read the device", parseDevice, entity.get({ tenantId, deviceId }));

/** The device at its new epoch; null when it is not free. */
async function claim({ entity }: Parts, claim: DeviceClaim): Promise<Device | null> {
  const { tenantId, deviceId, jobId, expiresAt, at } = claim;
  return changeItem("claim the device", parseDevice, () =>
    entity
      .patch({ tenantId, deviceId })
      .data((device, set) => {
        set.set(device.state, jobId === null ? "cleaning" : "leased");
        set.add(device.leaseEpoch, 1);
        set.set(device.leaseExpiresAt, expiresAt);
        set.set(device.updatedAt, at);
        if (jobId === null) set.remove(device.leaseJobId);
        else set.set(device.leaseJobId, jobId);
        if (claim.asItIs === true) return;
        set.remove(device.stateReason);
        set.remove(device.quarantinedBy);
      })
      .where((device, is) => {
        // The same claim, whose answer was lost: it takes the next epoch, the only one that its host hears of.
        const own = [
          is.eq(device.leaseExpiresAt, expiresAt),
          is.eq(device.updatedAt, at),
          jobId === null ? is.notExists(device.leaseJobId) : is.eq(device.leaseJobId, jobId),
        ].join(" AND ");
        if (claim.asItIs === true)
          return `(${is.eq(device.state, "quarantined")} AND ${is.eq(device.quarantinedBy, "operator")}) OR (${own})`;
        const free = [is.eq(device.state, "ready"), `(${own})`];
        if (claim.allowDirty) {
          const held = `(${is.eq(device.state, "leased")} OR ${is.eq(device.state, "cleaning")})`;
          // TTL deletes hours late, so the time is compared here. What a job has as it is stays its person's.
          const over = `${is.lt(device.leaseExpiresAt, at)} AND ${is.notExists(device.quarantinedBy)}`;
          free.push(is.eq(device.state, "dirty"), `(${held} AND ${over})`);
        }
        if (claim.allowQuarantined === true) free.push(is.eq(device.state, "quarantined"));
        return free.join(" OR ");
      }),
  );
}

/** False when the lease is of another epoch by now or was given back. */
async function renew(
  { entity }: Parts,
  lease: DeviceKey & { epoch: number; expiresAt: Timestamp; at: Timestamp },
): Promise<boolean> {
  const { tenantId, deviceId, epoch, expiresAt, at } = lease;
  return wrote("renew the lease", () =>
    entity
      .patch({ tenantId, deviceId })
      .set({ leaseExpiresAt: expiresAt, updatedAt: at })
      .where((device, is) => `${is.eq(device.leaseEpoch, epoch)} AND ${is.exists(device.leaseExpiresAt)}`)
      .go(),
  );
}

/**
 * The lease of a job that has ended without its host's knowing is over: the host sees so when it renews, and whoever is next cleans
 * first. False: the device is not that job's any more, or a person's, to whom its host gives it back.
 */
const letGo = (
  { entity }: Parts,
  { tenantId, deviceId, jobId, epoch, at }: DeviceKey & { jobId: JobId; epoch: number; at: Timestamp },
) =>
  wrote("release the device", () =>
    entity
      .patch({ tenantId, deviceId })
      .set({ state: "dirty", updatedAt: at })
      .remove(["leaseJobId", "leaseExpiresAt"])
      .where((device, is) =>
        [
          is.eq(device.leaseEpoch, epoch),
          is.eq(device.leaseJobId, jobId),
          is.notExists(device.quarantinedBy),
        ].join(" AND "),
      )
      .go(),
  );

/** Null when the device is at another epoch. Any state but `leased` and `cleaning` gives the lease back. */
async function transition(
  parts: Parts,
  change: DeviceKey & {
    epoch: number;
    state: DeviceState;
    reason?: string | undefined;
    quarantinedBy?: QuarantinedBy | undefined;
    at: Timestamp;
  },
): Promise<Device | null> {
  const { tenantId, deviceId, epoch, state, reason, quarantinedBy, at } = change;
  const patch = () =>
    parts.entity
      .patch({ tenantId, deviceId })
      .data((device, set) => {
        set.set(device.state, state);
        set.set(device.updatedAt, at);
        if (reason === undefined) set.remove(device.stateReason);
        else set.set(device.stateReason, reason.slice(0, 500));
        if (quarantinedBy === undefined) set.remove(device.quarantinedBy);
        else set.set(device.quarantinedBy, quarantinedBy);
        if (state !== "leased" && state !== "cleaning") {
          set.remove(device.leaseJobId);
          set.remove(device.leaseExpiresAt);
        }
      })
      .where((device, is) => is.eq(device.leaseEpoch, epoch));
  const operation = "change the device's state";
  const tell = async () => {
    const before = await read(parts, change);
    // What is tried in vain again and again has been told of once, as in its history.
    if (before === null || before.trouble?.state === "quarantined") return null;
    return deviceQuarantined(before, { by: quarantinedBy ?? "host", reason });
  };
  const event =
    state === "quarantined"
      ? await parts.events.due({
          tenantId,
          type: "device.quarantined",
          subject: `${deviceId} ${epoch}`,
          tell,
        })
      : null;
  const changed =
    event === null
      ? await conditionalCall(operation, () => patch().go({ response: "all_new" }))
      : await parts.events.writeWith(operation, event, patch);
  if (changed === null) return null;
  await parts.events.send(event);
  const device = changed === true ? await read(parts, change) : parseDevice(changed.data);
  if (device === null) return null;
  await parts.noteEvent(device, { at, state, ...defined({ reason: reason?.slice(0, 500) }) });
  return device;
}
