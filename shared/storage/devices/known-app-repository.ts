import { KnownApp } from "../../contracts/device/known-app.ts";
import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall, wrote } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { timeToLiveAttribute } from "../table/table-definition.ts";

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

/** Found out again after that: a version in use is written again with its next one at the latest. */
const keptSeconds = 180 * 86_400;

/** A model that fails now may serve in a while; one that never has an answer is asked once a day. */
const firstPauseMilliseconds = 10 * 60_000;
const longestPauseMilliseconds = 86_400_000;
const describeAgainAt = (now: Date, tries: number): Timestamp =>
  new Date(
    now.getTime() + Math.min(firstPauseMilliseconds * 2 ** tries, longestPauseMilliseconds),
  ).toISOString();

export interface AppVersion {
  readonly package: string;
  readonly versionCode: string;
}

type KnownAppEntity = ReturnType<typeof createKnownAppEntity>;

export const createKnownAppRepository = (access: TableAccess) =>
  operationsOn(createKnownAppEntity(access), { put, claimDescription, describe, find });

/** What is known of its description stays. */
async function put(entity: KnownAppEntity, app: KnownApp, at: Timestamp): Promise<void> {
  const item = checked(KnownApp, app, "a known app");
  const deleteAfter = Math.ceil(Date.parse(at) / 1_000) + keptSeconds;
  await storageCall("store the app", () => entity.upsert({ ...item, deleteAfter }).go());
}

/** For who is about to ask a model what the app can do. False when it is described, or somebody else asks. */
async function claimDescription(entity: KnownAppEntity, app: KnownApp, now: Date): Promise<boolean> {
  const { tenantId, locale, package: name, versionCode, describeTries = 0 } = app;
  const at = now.toISOString();
  const describeAfter = describeAgainAt(now, describeTries);
  return wrote("claim the app's description", () =>
    entity
      .patch({ tenantId, locale, package: name, versionCode })
      .set({ describeTries: describeTries + 1, describeAfter })
      .where((known, is) => {
        const isDue = `(${is.notExists(known.describeAfter)} OR ${is.lte(known.describeAfter, at)})`;
        return `${is.notExists(known.description)} AND ${isDue}`;
      })
      .go(),
  );
}

/** False when it was deleted meanwhile. */
const describe = (
  entity: KnownAppEntity,
  { tenantId, locale, package: name, versionCode }: KnownApp,
  description: string,
) =>
  wrote("store the app's description", () =>
    entity.patch({ tenantId, locale, package: name, versionCode }).set({ description }).go(),
  );

/** Those that are known, in no order. What is not known, or not read this time, is absent. */
async function find(
  entity: KnownAppEntity,
  tenantId: TenantId,
  locale: string,
  versions: readonly AppVersion[],
): Promise<readonly KnownApp[]> {
  if (versions.length === 0) return [];
  const keys = versions.map(({ package: name, versionCode }) => ({
    tenantId,
    locale,
    package: name,
    versionCode,
  }));
  const { data } = await storageCall("read the known apps", () => entity.getMany(keys));
  return data.map(({ deleteAfter, ...app }) => checked(KnownApp, app, "a stored app"));
}
