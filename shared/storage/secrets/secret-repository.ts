import { type SecretName, SecretRecord } from "../../contracts/job/secret.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { listItems, readItem, storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** A tenant's secrets share one partition, as pools do: a list and a submission read it once. */
const createSecretEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("secret"),
      attributes: { ...attributesOf(SecretRecord), tenantId: keyPart, name: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#secrets"),
          sk: keyTemplate("sk", ["name"], "secret#{name}"),
        },
      },
    },
    entityConfig(access),
  );

const parseSecret = (found: unknown): SecretRecord =>
  checked(SecretRecord, found, "a stored secret's record");

/** What is known of secrets without their values. */
export function createSecretRepository(access: TableAccess) {
  const entity = createSecretEntity(access);
  return {
    async put(secret: SecretRecord): Promise<void> {
      const item = checked(SecretRecord, secret, "a secret's record");
      await storageCall("record the secret", () => entity.put(item).go());
    },

    async get(tenantId: TenantId, name: SecretName): Promise<SecretRecord | null> {
      return readItem("read the secret's record", parseSecret, entity.get({ tenantId, name }));
    },

    /** All of the tenant, by name. */
    async list(tenantId: TenantId): Promise<readonly SecretRecord[]> {
      return listItems("list the secrets", parseSecret, () =>
        entity.query.primary({ tenantId }).go({ pages: "all", consistent: true }),
      );
    },

    async remove(tenantId: TenantId, name: SecretName): Promise<void> {
      await storageCall("remove the secret's record", () => entity.delete({ tenantId, name }).go());
    },
  };
}
