import { ModelAllowance } from "../../contracts/agent/model-allowance.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { listItems, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { writeRevision } from "../table/write-revision.ts";

/** One item for each model of a service that a tenant ever had too little of. */
const createAllowanceEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("allowance"),
      attributes: { ...attributesOf(ModelAllowance), tenantId: keyPart, service: keyPart, model: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#allowance"),
          sk: keyTemplate("sk", ["service", "model"], "{service}#{model}"),
        },
      },
    },
    entityConfig(access),
  );

export function createAllowanceRepository(access: TableAccess) {
  const entity = createAllowanceEntity(access);
  return {
    /** Null: it was never short. */
    async get(tenantId: TenantId, service: string, name: string): Promise<ModelAllowance | null> {
      const { data } = await storageCall("read a model's allowance", () =>
        entity.get({ tenantId, service, model: name }).go({ consistent: true }),
      );
      return data === null ? null : checked(ModelAllowance, data, "a stored allowance");
    },

    /** Of every model that the tenant ever had too little of. */
    list: (tenantId: TenantId): Promise<readonly ModelAllowance[]> =>
      listItems(
        "list the models' allowances",
        (found) => checked(ModelAllowance, found, "a stored allowance"),
        () => entity.query.primary({ tenantId }).go({ pages: "all" }),
      ),

    /** False when it is not any more what was read: `before` is its revision then, 0 for none. */
    write: (allowance: ModelAllowance, before: number): Promise<boolean> =>
      writeRevision(
        "write a model's allowance",
        entity,
        checked(ModelAllowance, allowance, "an allowance"),
        before,
      ),
  };
}
