import { Device } from "../../contracts/device/device.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, forgotten, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** Of the index that lists devices: an item without it is in no list. */
export const listKeys = ["listPartition", "listSort"] as const;

export const createDeviceEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("device"),
      attributes: {
        ...attributesOf(Device),
        tenantId: keyPart,
        deviceId: keyPart,
        leaseEpoch: { type: "number" },
        deleteAfter: forgotten(access),
        listPartition: { type: "string", field: "gsi1pk", hidden: true },
        listSort: { type: "string", field: "gsi1sk", hidden: true },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "deviceId"], "{tenantId}#device#{deviceId}"),
          sk: keyTemplate("sk", [], "device"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#devices"),
          sk: keyTemplate("gsi1sk", ["deviceId"], "{deviceId}"),
        },
      },
    },
    entityConfig(access),
  );
export type DeviceEntity = ReturnType<typeof createDeviceEntity>;

export const parseDevice = (found: unknown): Device => checked(Device, found, "a stored device");
