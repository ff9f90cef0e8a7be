import * as z from "zod";
import { PersonAction } from "../../contracts/device/person-action.ts";
import { DeviceId, TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

const KeptAction = PersonAction.extend({
  tenantId: TenantId,
  deviceId: DeviceId,
  /** Sorts by time. */
  actionId: z.string(),
});

const createActionEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("personAction"),
      attributes: {
        ...attributesOf(KeptAction),
        tenantId: keyPart,
        deviceId: keyPart,
        actionId: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "deviceId"], "{tenantId}#device#{deviceId}"),
          sk: keyTemplate("sk", ["actionId"], "acted#{actionId}"),
        },
      },
    },
    entityConfig(access),
  );

interface OnDevice {
  readonly tenantId: TenantId;
  readonly deviceId: DeviceId;
}

/** What people did on devices, beside when these came out of service and back. */
export function createPersonActions(access: TableAccess) {
  const actions = createActionEntity(access);
  return {
    async noteAction(
      { tenantId, deviceId }: OnDevice,
      actionId: string,
      action: PersonAction,
    ): Promise<void> {
      const item = checked(KeptAction, { ...action, tenantId, deviceId, actionId }, "a person's action");
      await storageCall("store the person's action", () => actions.put(item).go());
    },

    /** Newest first. */
    async actionsOn({ tenantId, deviceId }: OnDevice, limit: number): Promise<readonly PersonAction[]> {
      const { data } = await storageCall("list the persons' actions", () =>
        actions.query.primary({ tenantId, deviceId }).go({ order: "desc", limit, consistent: true }),
      );
      return data.map((found) => {
        const stored = checked(KeptAction, found, "a stored action");
        const { tenantId: _whose, deviceId: _which, actionId: _id, ...action } = stored;
        return action;
      });
    },
  };
}
