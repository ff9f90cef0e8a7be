import { Entity } from "electrodb";
import { Device } from "../contracts/device.ts";
import { entityConfig, key, model, type TableAccess } from "./entity-setup.ts";
import { attributesOf, checked, keyPart } from "./stored.ts";

export const createDeviceEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("device"),
      attributes: {
        ...attributesOf(Device),
        tenantId: keyPart,
        deviceId: keyPart,
        leaseEpoch: { type: "number" },
      },
      indexes: {
        primary: {
          pk: key("pk", ["tenantId", "deviceId"], "{tenantId}#device#{deviceId}"),
          sk: key("sk", [], "device"),
        },
        byTenant: {
          index: "gsi1",
          projection: "keys_only",
          pk: key("gsi1pk", ["tenantId"], "{tenantId}#devices"),
          sk: key("gsi1sk", ["deviceId"], "{deviceId}"),
        },
      },
    },
    entityConfig(access),
  );
export type DeviceEntity = ReturnType<typeof createDeviceEntity>;

export const parseDevice = (found: unknown): Device => checked(Device, found, "a stored device");
