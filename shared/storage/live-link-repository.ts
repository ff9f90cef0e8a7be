import { LiveLink, type LiveLinkId } from "../contracts/session/live-link.ts";
import type { JobId, TenantId, Timestamp } from "../contracts/values/ids.ts";
import { createOpenLinks } from "./artifacts/open-links.ts";
import { Entity } from "./table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "./table/entity-setup.ts";
import { operationsOn } from "./table/operations-on.ts";
import { conditionalCall, listItems, readItem, storageCall } from "./table/storage-call.ts";
import { attributesOf, checked, keyPart } from "./table/stored.ts";

/** In its job's partition, with which it goes. Its token's hash is the one key of the table that names no tenant. */
const createLiveLinkEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("liveLink"),
      attributes: {
        ...attributesOf(LiveLink),
        tenantId: keyPart,
        jobId: keyPart,
        linkId: keyPart,
        tokenHash: keyPart,
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "jobId"], "{tenantId}#job#{jobId}"),
          sk: keyTemplate("sk", ["linkId"], "live-link#{linkId}"),
        },
        byToken: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tokenHash"], "live-link#{tokenHash}"),
          sk: keyTemplate("gsi1sk", [], "live-link"),
        },
      },
    },
    entityConfig(access),
  );

const parseLink = (found: unknown): LiveLink => checked(LiveLink, found, "a stored live link");

const partsOf = (access: TableAccess) => ({
  entity: createLiveLinkEntity(access),
  openLinks: createOpenLinks(access),
});
type Parts = ReturnType<typeof partsOf>;

export const createLiveLinkRepository = (access: TableAccess) =>
  operationsOn(partsOf(access), { create, byToken, list, revoke });

/** Counted first, so that none is open that is not counted. @throws LimitReached */
async function create({ openLinks, entity }: Parts, link: LiveLink): Promise<void> {
  const item = checked(LiveLink, link, "a live link");
  await openLinks.add(item);
  await storageCall("store the live link", () => entity.put(item).go());
}

/** As it is now, also one that is over. Indexes follow after a moment: what was just taken back is seen in the item. */
async function byToken({ entity }: Parts, tokenHash: string): Promise<LiveLink | null> {
  const { data } = await storageCall("find the live link", () =>
    entity.query.byToken({ tokenHash }).go({ limit: 1, hydrate: true }),
  );
  const [found] = data.map(parseLink);
  if (found === undefined) return null;
  const { tenantId, jobId, linkId } = found;
  const now = await storageCall("read the live link", () =>
    entity.get({ tenantId, jobId, linkId }).go({ consistent: true }),
  );
  return now.data === null ? null : parseLink(now.data);
}

/** A job's, the oldest first. */
const list = ({ entity }: Parts, tenantId: TenantId, jobId: JobId) =>
  listItems("list the live links", parseLink, () =>
    entity.query.primary({ tenantId, jobId }).go({ pages: "all", consistent: true }),
  );

/** As it is then; the first time counts. Null when there is none. */
async function revoke(
  { entity, openLinks }: Parts,
  { tenantId, jobId, linkId }: Pick<LiveLink, "tenantId" | "jobId"> & { readonly linkId: LiveLinkId },
  revokedAt: Timestamp,
): Promise<LiveLink | null> {
  const key = { tenantId, jobId, linkId };
  const taken = await conditionalCall("revoke the live link", () =>
    entity
      .patch(key)
      .set({ revokedAt })
      .where((link, is) => is.notExists(link.revokedAt))
      .go(),
  );
  if (taken !== null) await openLinks.remove(key);
  return readItem("read the live link", parseLink, entity.get(key));
}
