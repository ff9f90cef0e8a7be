import { Entity } from "electrodb";
import type { TenantId, Timestamp } from "../contracts/ids.ts";
import { KnownApp } from "../contracts/known-app.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "./entity-setup.ts";
import { storageCall } from "./storage-call.ts";
import { attributesOf, checked, keyPart } from "./stored.ts";
import { timeToLiveAttribute } from "./table-definition.ts";

const createKnownAppEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("knownApp"),
      attributes: {
        ...attributesOf(KnownApp),
        tenantId: keyPart,
        package: keyPart,
        versionCode: keyPart,
        locale: keyPart,
        deleteAfter: { type: "number", field: timeToLiveAttribute },
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "package"], "{tenantId}#app#{package}"),
          sk: keyTemplate("sk", ["versionCode", "locale"], "version#{versionCode}#{locale}"),
        },
      },
    },
    entityConfig(access),
  );

/** Found out anew after that: a version in use is written again with its next one at the latest. */
const keptSeconds = 180 * 86_400;

export interface AppVersion {
  readonly package: string;
  readonly versionCode: string;
}

export function createKnownAppRepository(access: TableAccess) {
  const entity = createKnownAppEntity(access);
  return {
    async put(app: KnownApp, at: Timestamp): Promise<void> {
      const item = checked(KnownApp, app, "a known app");
      const deleteAfter = Math.ceil(Date.parse(at) / 1_000) + keptSeconds;
      await storageCall("store the app", () => entity.put({ ...item, deleteAfter }).go());
    },

    /** Those that are known, in no order. What is not known, or not read this time, is absent. */
    async find(
      tenantId: TenantId,
      locale: string,
      versions: readonly AppVersion[],
    ): Promise<readonly KnownApp[]> {
      if (versions.length === 0) return [];
      const keys = versions.map((version) => ({ ...version, tenantId, locale }));
      const { data } = await storageCall("read the known apps", () => entity.get(keys).go());
      return data.map(({ deleteAfter, ...app }) => checked(KnownApp, app, "a stored app"));
    },
  };
}
