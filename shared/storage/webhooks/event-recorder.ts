import { createHash } from "node:crypto";
import type { TenantId } from "../../contracts/values/ids.ts";
import type { Webhook } from "../../contracts/webhook/webhook.ts";
import { type DeliveryKey, WebhookDelivery } from "../../contracts/webhook/webhook-delivery.ts";
import {
  EventId,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookFact,
} from "../../contracts/webhook/webhook-event.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { listensTo } from "../../rules/listens-to.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { type TableWrite, type TransactItem, transact } from "../table/transaction.ts";
import { createDeliveryEntity } from "./webhook-delivery-entity.ts";
import { createWebhookEntity, readWebhooks } from "./webhook-entity.ts";

/** Something of which webhooks may want to be told. */
export interface Happening {
  readonly tenantId: TenantId;
  readonly type: WebhookEventType;
  /** Tells it from every other of its type: told twice, it is the same event. */
  readonly subject: string;
  /** Asked only where somebody listens. Null: it is no event after all. */
  readonly tell: () => Promise<WebhookFact | null>;
}

/** What is to be written with what happened, and to be sent when both are. */
export interface DueEvent {
  readonly writes: readonly TransactItem[];
  readonly keys: readonly DeliveryKey[];
}

/** Whoever writes one of the same items at the same moment is in the way. */
const mostTries = 20;

/** The same happening has the same id, whoever records it and however often. */
export const eventIdOf = (tenantId: TenantId, type: string, subject: string): EventId =>
  EventId.parse(
    `evt_${createHash("sha256").update(`${tenantId}\n${type}\n${subject}`).digest("hex").slice(0, 32)}`,
  );

/** A delivery that is due at once. */
export const newDelivery = (
  { tenantId, webhookId }: Pick<Webhook, "tenantId" | "webhookId">,
  event: WebhookEvent,
) =>
  checked(
    WebhookDelivery,
    {
      schemaVersion: 1,
      ...{ tenantId, webhookId, eventId: event.id, revision: 0, event, status: "pending" },
      ...{ createdAt: event.timestamp, dueAt: event.timestamp, tries: 0, attempts: [] },
    },
    "a webhook's delivery",
  );

const partsOf = (access: TableAccess) => ({
  access,
  webhooks: createWebhookEntity(access),
  deliveries: createDeliveryEntity(access),
});
type Parts = ReturnType<typeof partsOf>;

/**
 * The outbox of webhooks: a delivery for each webhook that listens is stored in the very write of what happened, so a process that dies
 * afterwards has lost nothing (docs/decisions/0174-an-outbox-in-the-write.md). Where nobody listens nothing is written.
 */
export const createEventRecorder = (access: TableAccess) =>
  operationsOn(partsOf(access), { due, send, writeWith, write, record });

async function deliveriesOf(
  { webhooks, access }: Parts,
  { tenantId, type, subject, tell }: Happening,
): Promise<readonly WebhookDelivery[]> {
  const listening = (await readWebhooks(webhooks, tenantId)).filter(
    ({ enabled, events }) => enabled && events.includes(type),
  );
  const fact = listening.length === 0 ? null : await tell();
  if (fact === null) return [];
  const timestamp = access.now().toISOString();
  const event = { id: eventIdOf(tenantId, type, subject), timestamp, ...fact };
  return listening
    .filter((webhook) => listensTo(webhook, fact))
    .map((webhook) => newDelivery(webhook, event));
}

/** For a caller that makes its own transaction. Null: nobody listens. */
async function due(parts: Parts, happening: Happening): Promise<DueEvent | null> {
  const made = await deliveriesOf(parts, happening);
  if (made.length === 0) return null;
  return { writes: made.map((delivery) => parts.deliveries.put(delivery).commit()), keys: made.map(keyOf) };
}

/** Both or neither. Null: the write's own condition did not hold. */
async function writeWith(
  { access }: Parts,
  operation: string,
  event: DueEvent,
  make: () => TableWrite,
): Promise<true | null> {
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const { canceled, failed } = await storageCall(operation, () =>
      transact(access.dynamodb, [make().commit(), ...event.writes]),
    );
    if (!canceled) return true;
    if (failed[0] === true) return null;
  }
  throw new DroverError(
    "StorageUnavailable",
    `Could not ${operation}: too many processes write it at the same time.`,
  );
}

/** When both are written. Never throws: what it could not send at once the sweep sends. */
async function send({ access }: Parts, event: DueEvent | null): Promise<void> {
  if (event !== null) await access.relay?.(event.keys);
}

/** Makes the write and records and sends the event; null when the write's own condition did not hold. */
async function write(
  parts: Parts,
  operation: string,
  happening: Happening,
  make: () => TableWrite,
): Promise<true | null> {
  const event = await due(parts, happening);
  if (event === null) return (await conditionalCall(operation, () => make().go())) === null ? null : true;
  const written = await writeWith(parts, operation, event, make);
  if (written !== null) await send(parts, event);
  return written;
}

/**
 * An event whose happening is no write of its own. Recorded again it is the same event: whoever is repeated after a crash calls this
 * again. Before what it leads to is written, so that a crash between is repeated.
 */
async function record(parts: Parts, tenantId: TenantId, subject: string, fact: WebhookFact): Promise<void> {
  const made = await deliveriesOf(parts, { tenantId, type: fact.type, subject, tell: async () => fact });
  const stored = await Promise.all(
    made.map((delivery) =>
      conditionalCall("record the event", () => parts.deliveries.create(delivery).go()).then((written) =>
        written === null ? [] : [keyOf(delivery)],
      ),
    ),
  );
  const keys = stored.flat();
  if (keys.length > 0) await parts.access.relay?.(keys);
}
export type EventRecorder = ReturnType<typeof createEventRecorder>;

const keyOf = ({ tenantId, webhookId, eventId }: WebhookDelivery): DeliveryKey => ({
  tenantId,
  webhookId,
  eventId,
});
