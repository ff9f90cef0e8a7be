import { Device, type DeviceRepairs } from "../../contracts/device/device.ts";
import { DeviceId, type HostId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { forgetAfter } from "../../rules/retention.ts";
import { createPersonActions } from "../jobs/person-actions.ts";
import type { Page, PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readList } from "../table/read-page.ts";
import { readItem, storageCall, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { createEventRecorder } from "../webhooks/event-recorder.ts";
import { createDeviceEntity, type DeviceEntity, listKeys, parseDevice } from "./device-entity.ts";
import { createDeviceEvents } from "./device-events.ts";
import { createDeviceLeases } from "./device-leases.ts";

/** What a host knows of a device by looking at it. */
export type ReportedDevice = Omit<
  Device,
  | "schemaVersion"
  | "state"
  | "stateReason"
  | "quarantinedBy"
  | "trouble"
  | "repairs"
  | "restores"
  | "leaseEpoch"
  | "leaseJobId"
  | "leaseExpiresAt"
  | "updatedAt"
>;

export function createDeviceRepository(access: TableAccess) {
  const entity = createDeviceEntity(access);
  const events = createDeviceEvents(entity, access);
  return {
    ...createDeviceFacts(entity),
    ...createDeviceLeases({ entity, noteEvent: events.note, events: createEventRecorder(access) }),
    history: events.history,
    noteFound: events.noteFound,
    ...createPersonActions(access),
  };
}

const maxDevicesOfHost = 200;

const createDeviceFacts = (entity: DeviceEntity) =>
  operationsOn(entity, {
    register,
    keep,
    sayBootId,
    sayRepairs,
    sayRestores,
    unlist,
    forgetQueue,
    get,
    list,
    listByHost,
  });

function page(entity: DeviceEntity, tenantId: TenantId, request: PageRequest, prefix: string) {
  const all = entity.query.byTenant({ tenantId });
  return readList(request, {
    operation: "list the devices",
    list: `${tenantId}/devices/${prefix}`,
    all: prefix === "" ? all : all.begins({ deviceId: prefix }),
    how: { hydrate: true },
    ...{ by: "deviceId", values: DeviceId, parse: parseDevice },
  });
}

/** Writes what the host sees. A new device begins `dirty`; state and lease of a known one are not touched. */
async function register(entity: DeviceEntity, facts: ReportedDevice, at: Timestamp): Promise<Device> {
  const first = { schemaVersion: 1, state: "dirty", leaseEpoch: 0, updatedAt: at } as const;
  checked(Device, { ...facts, ...first }, "a device");
  const { data } = await storageCall("register the device", () =>
    entity
      .upsert({ ...facts, schemaVersion: 1, updatedAt: at, deleteAfter: forgetAfter(new Date(at)) })
      .ifNotExists({ state: first.state, leaseEpoch: first.leaseEpoch })
      .go({ response: "all_new" }),
  );
  return parseDevice(data);
}

/** It is still there: a device that only waits is written by nobody else. */
const keep = (entity: DeviceEntity, tenantId: TenantId, deviceId: DeviceId, at: Timestamp) =>
  wrote("store the device", () =>
    entity
      .patch({ tenantId, deviceId })
      .set({ deleteAfter: forgetAfter(new Date(at)) })
      .go(),
  );

/** It came back to another moment without having booted. */
const sayBootId = (
  entity: DeviceEntity,
  { tenantId, deviceId, bootId, at }: Pick<Device, "tenantId" | "deviceId" | "bootId"> & { at: Timestamp },
) =>
  wrote("store the device's boot id", () =>
    entity.patch({ tenantId, deviceId }).set({ bootId, updatedAt: at }).go(),
  );

/** What was done to bring it back; nothing for a device that was never registered. */
const sayRepairs = (
  entity: DeviceEntity,
  {
    tenantId,
    deviceId,
    repairs,
    at,
  }: Pick<Device, "tenantId" | "deviceId"> & { repairs: DeviceRepairs; at: Timestamp },
) =>
  wrote("store the device's repairs", () =>
    entity.patch({ tenantId, deviceId }).set({ repairs, updatedAt: at }).go(),
  );

/** How often it went back to snapshots; nothing for a device that was never registered. */
const sayRestores = (
  entity: DeviceEntity,
  {
    tenantId,
    deviceId,
    restores,
    at,
  }: Pick<Device, "tenantId" | "deviceId"> & { restores: number; at: Timestamp },
) =>
  wrote("store the device's restores", () =>
    entity.patch({ tenantId, deviceId }).set({ restores, updatedAt: at }).go(),
  );

/** It is in no list any more, and found by its id with its history; one that is registered again is listed again. */
const unlist = (entity: DeviceEntity, tenantId: TenantId, deviceId: DeviceId) =>
  wrote("remove the device from the list", () => entity.patch({ tenantId, deviceId }).remove(listKeys).go());

/** Its queue goes with its host: nobody waits for it by name any more. */
const forgetQueue = (entity: DeviceEntity, tenantId: TenantId, deviceId: DeviceId, at: Timestamp) =>
  wrote("remove the device's queue", () =>
    entity
      .patch({ tenantId, deviceId })
      .data((device, set) => {
        set.remove(device.queueUrl);
        set.set(device.updatedAt, at);
      })
      .go(),
  );

const get = (entity: DeviceEntity, tenantId: TenantId, deviceId: DeviceId) =>
  readItem("read the device", parseDevice, entity.get({ tenantId, deviceId }));

/** By id, which puts the devices of one host together. */
const list = (entity: DeviceEntity, tenantId: TenantId, request: PageRequest): Promise<Page<Device>> =>
  page(entity, tenantId, request, "");

/** A device's id begins with its host's. At most 200, far more than one host serves. */
async function listByHost(
  entity: DeviceEntity,
  tenantId: TenantId,
  hostId: HostId,
): Promise<readonly Device[]> {
  return (await page(entity, tenantId, { limit: maxDevicesOfHost }, `${hostId}.`)).items;
}
