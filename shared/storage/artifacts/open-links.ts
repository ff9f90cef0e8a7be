import { type LiveLink, OpenLinks } from "../../contracts/session/live-link.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { checkRoom } from "../../rules/check-room.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";
import { writeRevision } from "../table/write-revision.ts";

const createOpenLinksEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("openLinks"),
      attributes: { ...attributesOf(OpenLinks), tenantId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#live-links"),
          sk: keyTemplate("sk", [], "open"),
        },
      },
    },
    entityConfig(access),
  );

type Links = OpenLinks["links"];

/** So many makers of links may be in each other's way. */
const mostTries = 50;

/** A tenant's open live links in one item: never more than the limit, however many are made at once. */
export function createOpenLinks(access: TableAccess) {
  const entity = createOpenLinksEntity(access);

  const change = async (tenantId: TenantId, changed: (links: Links) => Links): Promise<void> => {
    for (let tries = 0; tries < mostTries; tries += 1) {
      const { data } = await storageCall("read the open live links", () =>
        entity.get({ tenantId }).go({ consistent: true }),
      );
      const before = data === null ? null : checked(OpenLinks, data, "stored open live links");
      const revision = before?.revision ?? 0;
      const item = { tenantId, revision: revision + 1, links: changed(before?.links ?? []) };
      const open = checked(OpenLinks, item, "open live links");
      if (await writeRevision("write the open live links", entity, open, revision)) return;
    }
    throw new DroverError("StorageUnavailable", "The tenant's live links change too often to be counted.");
  };

  return {
    /** @throws LimitReached */
    add: ({ tenantId, linkId, createdAt, expiresAt }: LiveLink): Promise<void> =>
      change(tenantId, (links) => {
        const open = links.filter(({ until }) => until > createdAt);
        checkRoom("liveLinks", open.length);
        return [...open, { linkId, until: expiresAt }];
      }),

    remove: ({ tenantId, linkId }: Pick<LiveLink, "tenantId" | "linkId">): Promise<void> =>
      change(tenantId, (links) => links.filter((link) => link.linkId !== linkId)),
  };
}
