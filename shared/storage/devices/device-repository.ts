import { Device, type DeviceRepairs } from "../../contracts/device/device.ts";
import { DeviceId, type HostId, type TenantId, type Timestamp } from "../../contracts/values/ids.ts";
import { forgetAfter } from "../../rules/retention.ts";
import { createPersonActions } from "../jobs/person-actions.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
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
    ...createDeviceLeases(entity, events.note, createEventRecorder(access)),
    history: events.history,
    noteFound: events.noteFound,
    ...createPersonActions(access),
  };
}

const maxDevicesOfHost = 200;

function createDeviceFacts(entity: DeviceEntity) {
  const page = (tenantId: TenantId, request: PageRequest, prefix: string) => {
    const list = `${tenantId}/devices/${prefix}`;
    const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, DeviceId);
    const all = entity.query.byTenant({ tenantId });
    const from =
      prefix !== ""
        ? all.begins({ deviceId: prefix })
        : after === undefined
          ? all
          : all.gt({ deviceId: after });
    return readPage({
      operation: "list the devices",
      request,
      find: (limit) => from.go({ limit, hydrate: true }),
      parse: parseDevice,
      place: (device) => device.deviceId,
      newestFirst: false,
      cursorAfter: (device) => encodeCursor(list, device.deviceId),
    });
  };

  return {
    /** Writes what the host sees. A new device begins `dirty`; state and lease of a known one are not touched. */
    async register(facts: ReportedDevice, at: Timestamp): Promise<Device> {
      const first = { schemaVersion: 1, state: "dirty", leaseEpoch: 0, updatedAt: at } as const;
      checked(Device, { ...facts, ...first }, "a device");
      const { data } = await storageCall("register the device", () =>
        entity
          .upsert({ ...facts, schemaVersion: 1, updatedAt: at, deleteAfter: forgetAfter(new Date(at)) })
          .ifNotExists({ state: first.state, leaseEpoch: first.leaseEpoch })
          .go({ response: "all_new" }),
      );
      return parseDevice(data);
    },

    /** It is still there: a device that only waits is written by nobody else. */
    async keep(tenantId: TenantId, deviceId: DeviceId, at: Timestamp): Promise<void> {
      await conditionalCall("keep the device", () =>
        entity
          .patch({ tenantId, deviceId })
          .set({ deleteAfter: forgetAfter(new Date(at)) })
          .go(),
      );
    },

    /** It came back to another moment without having booted. */
    async sayBootId(
      said: Pick<Device, "tenantId" | "deviceId" | "bootId"> & { at: Timestamp },
    ): Promise<void> {
      const { tenantId, deviceId, bootId, at } = said;
      await conditionalCall("say the device's boot id", () =>
        entity.patch({ tenantId, deviceId }).set({ bootId, updatedAt: at }).go(),
      );
    },

    /** What was done to bring it back; nothing for a device that was never registered. */
    async sayRepairs(
      said: Pick<Device, "tenantId" | "deviceId"> & { repairs: DeviceRepairs; at: Timestamp },
    ): Promise<void> {
      const { tenantId, deviceId, repairs, at } = said;
      await conditionalCall("say the device's repairs", () =>
        entity.patch({ tenantId, deviceId }).set({ repairs, updatedAt: at }).go(),
      );
    },

    /** How often it went back to snapshots; nothing for a device that was never registered. */
    async sayRestores(
      said: Pick<Device, "tenantId" | "deviceId"> & { restores: number; at: Timestamp },
    ): Promise<void> {
      const { tenantId, deviceId, restores, at } = said;
      await conditionalCall("say the device's restores", () =>
        entity.patch({ tenantId, deviceId }).set({ restores, updatedAt: at }).go(),
      );
    },

    /** It is in no list any more, and found by its id with its history; one that is registered again is listed again. */
    async unlist(tenantId: TenantId, deviceId: DeviceId): Promise<void> {
      await conditionalCall("take the device out of the list", () =>
        entity.patch({ tenantId, deviceId }).remove(listKeys).go(),
      );
    },

    /** Its queue goes with its host: nobody waits for it by name any more. */
    async forgetQueue(tenantId: TenantId, deviceId: DeviceId, at: Timestamp): Promise<void> {
      await conditionalCall("forget the device's queue", () =>
        entity
          .patch({ tenantId, deviceId })
          .data((device, set) => {
            set.remove(device.queueUrl);
            set.set(device.updatedAt, at);
          })
          .go(),
      );
    },

    async get(tenantId: TenantId, deviceId: DeviceId): Promise<Device | null> {
      const { data } = await storageCall("read the device", () =>
        entity.get({ tenantId, deviceId }).go({ consistent: true }),
      );
      return data === null ? null : parseDevice(data);
    },

    /** By id, which puts the devices of one host together. */
    list: (tenantId: TenantId, request: PageRequest): Promise<Page<Device>> => page(tenantId, request, ""),

    /** A device's id begins with its host's. At most 200, far more than one host serves. */
    async listByHost(tenantId: TenantId, hostId: HostId): Promise<readonly Device[]> {
      return (await page(tenantId, { limit: maxDevicesOfHost }, `${hostId}.`)).items;
    },
  };
}
