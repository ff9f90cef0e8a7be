import type { Runtime } from "#agent/runtime/services.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { deliveryQueue } from "./delivery-queue.ts";

/** What its process handed over is under way by then. */
const graceMilliseconds = 20_000;
/** Of one tenant at a time: the next sweep continues. */
const mostAtOnce = 1_000;

/** Hands over again what should have been sent: its process died between the write and the queue, or has no queue. */
export async function sendOverdue(
  tenantId: TenantId,
  {
    repositories,
    clients,
    environment,
    logger,
    now,
  }: Pick<Runtime<"sweep-executions">, "clients" | "environment" | "logger" | "now" | "repositories">,
): Promise<void> {
  const before = new Date(now().getTime() - graceMilliseconds).toISOString();
  const keys = await repositories.webhookDeliveries.overdue(tenantId, before, mostAtOnce);
  if (keys.length === 0) return;
  logger.info("deliveries are overdue", { tenantId, count: keys.length });
  await deliveryQueue({ sqs: clients.sqs, queueUrl: environment.DROVER_WEBHOOK_QUEUE_URL, logger })(keys);
}
