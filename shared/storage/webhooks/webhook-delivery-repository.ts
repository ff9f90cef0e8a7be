import * as z from "zod";
import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import type { WebhookId } from "../../contracts/webhook/webhook.ts";
import {
  type DeliveryKey,
  type DeliveryStatus,
  WebhookDelivery,
} from "../../contracts/webhook/webhook-delivery.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "../table/cursor.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { readFilteredPage } from "../table/read-filtered-page.ts";
import { readPage } from "../table/read-page.ts";
import { conditionalCall, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { createDeliveryEntity, parseDelivery } from "./webhook-delivery-entity.ts";

const placeOf = ({ createdAt, eventId }: WebhookDelivery): string => `${createdAt}#${eventId}`;
const DeliveryPlace = z.string().regex(/^[^#]+#evt_[0-9a-f]{32}$/);

type DeliveryEntity = ReturnType<typeof createDeliveryEntity>;

export const createWebhookDeliveryRepository = (access: TableAccess) =>
  operationsOn(createDeliveryEntity(access), { get, create, replace, overdue, list });

const get = (entity: DeliveryEntity, { tenantId, webhookId, eventId }: DeliveryKey) =>
  readItem("read the delivery", parseDelivery, entity.get({ tenantId, webhookId, eventId }));

/** False when it is there already. */
const create = (entity: DeliveryEntity, delivery: WebhookDelivery) =>
  wrote("store the delivery", () => entity.create(checked(WebhookDelivery, delivery, "a delivery")).go());

/** In place of what was read: null when somebody else wrote meanwhile. */
async function replace(
  entity: DeliveryEntity,
  read: WebhookDelivery,
  change: Partial<Omit<WebhookDelivery, "revision">>,
): Promise<WebhookDelivery | null> {
  const { revision } = read;
  const item = checked(WebhookDelivery, { ...read, ...change, revision: revision + 1 }, "a delivery");
  const written = await conditionalCall("store the delivery", () =>
    entity
      .put(item)
      .where((delivery, is) => is.eq(delivery.revision, revision))
      .go(),
  );
  return written === null ? null : item;
}

/** The tenant's that should have been sent before that time, the most overdue first. The index follows after a moment. */
async function overdue(
  entity: DeliveryEntity,
  tenantId: TenantId,
  before: Timestamp,
  limit: number,
): Promise<readonly DeliveryKey[]> {
  const { data } = await storageCall("list the deliveries that are due", () =>
    entity.query.due({ tenantId }).lt({ dueAt: before }).go({ limit, hydrate: true }),
  );
  return data
    .map(parseDelivery)
    .filter(({ dueAt }) => dueAt !== undefined && dueAt < before)
    .map(({ webhookId, eventId }) => ({ tenantId, webhookId, eventId }));
}

/** A webhook's, newest first. */
async function list(
  entity: DeliveryEntity,
  { tenantId, webhookId }: { readonly tenantId: TenantId; readonly webhookId: WebhookId },
  { status, ...request }: PageRequest & { readonly status?: DeliveryStatus | undefined },
): Promise<Page<WebhookDelivery>> {
  const list = `${tenantId}/deliveries/${webhookId}/${status ?? "all"}`;
  const cursorAfter = (delivery: WebhookDelivery): string => encodeCursor(list, placeOf(delivery));
  const read = (page: PageRequest): Promise<Page<WebhookDelivery>> => {
    const before = page.cursor === undefined ? undefined : decodeCursor(list, page.cursor, DeliveryPlace);
    const [createdAt = "", eventId = ""] = before?.split("#") ?? [];
    const all = entity.query.byTime({ tenantId, webhookId });
    const from = before === undefined ? all : all.lt({ createdAt, eventId });
    return readPage({
      operation: "list the deliveries",
      request: page,
      find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
      parse: parseDelivery,
      place: placeOf,
      newestFirst: true,
      cursorAfter,
    });
  };
  if (status === undefined) return read(request);
  const fits = (delivery: WebhookDelivery): boolean => delivery.status === status;
  return readFilteredPage({ request, read, cursorAfter, fits });
}
