import * as z from "zod";
import { ScreenSize } from "../values/coordinate.ts";
import { DeviceId, HostId, JobId, PoolName, TenantId, Timestamp } from "../values/ids.ts";

/** `dirty`: must be cleaned before the next lease. `offline`: adb does not list it. `quarantined`: it takes no jobs. */
export const DeviceState = z.enum(["ready", "leased", "cleaning", "dirty", "offline", "quarantined"]);
export type DeviceState = z.infer<typeof DeviceState>;

/** As `GET /v1/devices` answers it. `degraded`: it would be free, but its host takes no new work. */
export const DeviceStatus = z.enum([...DeviceState.options, "degraded"]);
export type DeviceStatus = z.infer<typeof DeviceStatus>;

export const QuarantinedBy = z.enum(["host", "operator"]);
export type QuarantinedBy = z.infer<typeof QuarantinedBy>;

/** A device came out of service, or into it again. */
export const DeviceEvent = z
  .strictObject({
    at: Timestamp,
    /** `ready`: the earlier problem is over. */
    state: DeviceState,
    reason: z.string().max(500).optional(),
  })
  .meta({ id: "DeviceEvent" });
export type DeviceEvent = z.infer<typeof DeviceEvent>;

/** A host's repairs of a device, the mildest first; `recreate`: restore its clean state, or create it again. */
export const Repair = z.enum(["reconnect", "reboot", "recreate", "quarantine"]);
export type Repair = z.infer<typeof Repair>;

/** How often each was done since its host first saw it. */
export const DeviceRepairs = z.record(Repair, z.int().min(0));
export type DeviceRepairs = z.infer<typeof DeviceRepairs>;

/** A device as stored; how it is now follows from its host as well (shared/rules/device-status.ts). */
export const Device = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  deviceId: DeviceId,
  hostId: HostId,
  pool: PoolName,
  /** Where jobs wait that named this device; absent when its host is gone, or older than such jobs. */
  queueUrl: z.url().optional(),
  serial: z.string().max(200),
  model: z.string().max(200),
  androidRelease: z.string().max(20),
  apiLevel: z.int().min(1),
  screen: ScreenSize,
  state: DeviceState,
  /** Why it is offline or quarantined, with advice. */
  stateReason: z.string().max(500).optional(),
  /** `host`: it is tried again by itself. `operator`: only when somebody releases it. */
  quarantinedBy: QuarantinedBy.optional(),
  bootId: z.string().max(100),
  /** Names of the actions that its host can do with it. */
  actions: z.array(z.string().max(60)).max(200),
  /** Absent: nothing had to be done yet. */
  repairs: DeviceRepairs.optional(),
  /** How often it went back to a snapshot since it was last restarted for that; absent: never. */
  restores: z.int().min(0).optional(),
  /** Since when and why it is unusable; stored until it is ready again. */
  trouble: DeviceEvent.optional(),
  leaseEpoch: z.int().min(0),
  leaseJobId: JobId.optional(),
  /** A lease not renewed by then is void, whatever `state` says: TTL is no timer, so conditions compare this. */
  leaseExpiresAt: Timestamp.optional(),
  updatedAt: Timestamp,
});
export type Device = z.infer<typeof Device>;
