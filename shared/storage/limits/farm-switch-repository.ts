import { FarmSwitch } from "../../contracts/farm/farm-switch.ts";
import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { conditionalCall, readItem, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** One item a tenant. Every turn reads it, none writes it. */
const createFarmSwitchEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("farmSwitch"),
      attributes: { ...attributesOf(FarmSwitch), tenantId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#farm"),
          sk: keyTemplate("sk", [], "switch"),
        },
      },
    },
    entityConfig(access),
  );

const parseSwitch = (found: unknown): FarmSwitch => checked(FarmSwitch, found, "a stored switch");

export function createFarmSwitchRepository(access: TableAccess) {
  const entity = createFarmSwitchEntity(access);
  return {
    /** Null: it was never used. */
    async get(tenantId: TenantId): Promise<FarmSwitch | null> {
      return readItem("read the farm's switch", parseSwitch, entity.get({ tenantId }));
    },

    async stop(tenantId: TenantId, reason: string, at: Timestamp): Promise<FarmSwitch> {
      const stopped: FarmSwitch = { schemaVersion: 1, tenantId, stopped: true, stoppedAt: at, reason };
      const item = checked(FarmSwitch, stopped, "a switch");
      await storageCall("stop the farm", () => entity.put(item).go());
      return stopped;
    },

    /** What stands afterwards; null when nobody had stopped the farm. */
    async resume(tenantId: TenantId, at: Timestamp): Promise<FarmSwitch | null> {
      const resumed = await conditionalCall("resume the farm", () =>
        entity
          .patch({ tenantId })
          .set({ stopped: false, resumedAt: at })
          .where((farm, is) => is.eq(farm.stopped, true))
          .go({ response: "all_new" }),
      );
      return resumed === null ? this.get(tenantId) : parseSwitch(resumed.data);
    },
  };
}
