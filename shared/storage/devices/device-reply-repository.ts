import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { DeviceReply } from "../../contracts/workflow/host-answer.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { timeToLiveAttribute } from "../table/table-definition.ts";

const createDeviceReplyEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("deviceReply"),
      attributes: {
        ...attributesOf(DeviceReply),
        tenantId: keyPart,
        requestId: keyPart,
        expiresAt: { type: "string", required: true },
        deleteAfter: { type: "number", field: timeToLiveAttribute },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "requestId"], "{tenantId}#reply#{requestId}"),
          sk: keyTemplate("sk", [], "reply"),
        },
      },
    },
    entityConfig(access),
  );

export function createDeviceReplyRepository(access: TableAccess) {
  const entity = createDeviceReplyEntity(access);
  return {
    async put(reply: DeviceReply, expiresAt: Timestamp): Promise<void> {
      const item = checked(DeviceReply, reply, "a device's reply");
      const deleteAfter = Math.ceil(Date.parse(expiresAt) / 1_000);
      await storageCall("store the reply", () => entity.put({ ...item, expiresAt, deleteAfter }).go());
    },

    /** Null until the host has answered, and again when the answer is out of date. */
    async get(tenantId: TenantId, requestId: string, at: Timestamp): Promise<DeviceReply | null> {
      const { data } = await storageCall("read the reply", () =>
        entity.get({ tenantId, requestId }).go({ consistent: true }),
      );
      if (data === null) return null;
      const { expiresAt, deleteAfter, ...reply } = data;
      if (typeof expiresAt !== "string" || expiresAt <= at) return null;
      return checked(DeviceReply, reply, "a stored reply");
    },
  };
}
