import { type Device, DeviceEvent } from "../../contracts/device/device.ts";
import { DeviceId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import type { DeviceEntity } from "./device-entity.ts";

const KeptEvent = DeviceEvent.extend({ tenantId: TenantId, deviceId: DeviceId });

const createEventEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("deviceEvent"),
      attributes: {
        ...attributesOf(KeptEvent),
        tenantId: keyPart,
        deviceId: keyPart,
        at: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "deviceId"], "{tenantId}#device#{deviceId}"),
          sk: keyTemplate("sk", ["at"], "event#{at}"),
        },
      },
    },
    entityConfig(access),
  );

const troubles: ReadonlySet<string> = new Set(["offline", "quarantined", "dirty"]);

/**
 * When a device came out of service and when it came back. Leases are no events: a job says itself what it had. So a device that only works
 * costs no write, and one that is tried in vain again and again has one event for each other reason.
 */
export function createDeviceEvents(device: DeviceEntity, access: TableAccess) {
  const events = createEventEntity(access);
  return {
    /** `changed`: the device as it was just stored. What it came to is stored already, so this is not worth failing for. */
    async note(changed: Device, event: DeviceEvent): Promise<void> {
      const { tenantId, deviceId, trouble } = changed;
      const isTrouble = troubles.has(event.state) && event.reason !== undefined;
      if (!isTrouble && (event.state !== "ready" || trouble === undefined)) return;
      if (isTrouble && trouble?.state === event.state && trouble.reason === event.reason) return;
      const item = checked(KeptEvent, { ...event, tenantId, deviceId }, "a device's event");
      const patch = device.patch({ tenantId, deviceId });
      await Promise.all([
        storageCall("store the device's event", () => events.put(item).go()),
        conditionalCall("store the device's trouble", () =>
          (isTrouble ? patch.set({ trouble: event }) : patch.remove(["trouble"])).go(),
        ),
      ]).catch(() => undefined);
    },

    /** What was seen of it and changed nothing about whether it works. Not worth failing for. */
    async noteFound(tenantId: TenantId, deviceId: DeviceId, event: DeviceEvent): Promise<void> {
      const item = checked(KeptEvent, { ...event, tenantId, deviceId }, "a device's event");
      await storageCall("store the device's event", () => events.put(item).go()).catch(() => undefined);
    },

    /** Newest first. */
    async history(tenantId: TenantId, deviceId: DeviceId, limit: number): Promise<readonly DeviceEvent[]> {
      const { data } = await storageCall("list the device's events", () =>
        events.query.primary({ tenantId, deviceId }).go({ order: "desc", limit, consistent: true }),
      );
      return data.map((found) => {
        const { tenantId: _whose, deviceId: _which, ...event } = checked(KeptEvent, found, "a stored event");
        return event;
      });
    },
  };
}
