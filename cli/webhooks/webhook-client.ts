import type * as z from "zod";
import type { RouteName, Routes } from "#shared/contracts/api/routes/routes.ts";
import type { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import { type AskedByCommand, callRoute } from "../call-route.ts";
import { findFarm } from "../find-farm.ts";

/** The routes of webhooks. Throws CommandFailure with the problem's words. */
export async function webhookClient(dir: string) {
  const address = await findFarm(dir);
  const call = <Name extends RouteName>(
    name: Name,
    asked: AskedByCommand = {},
  ): Promise<z.output<Routes[Name]["response"]>> => callRoute(address, name, asked);
  return {
    create: (body: unknown) => call("createWebhook", { body }),
    list: () => call("listWebhooks"),
    show: (id: string) => call("readWebhook", { id }),
    change: (id: string, body: unknown) => call("changeWebhook", { id, body }),
    remove: (id: string) => call("removeWebhook", { id }),
    rotate: (id: string) => call("rotateWebhookSecret", { id }),
    test: (id: string) => call("testWebhook", { id }),
    deliveries: (
      id: string,
      query: {
        readonly limit?: number;
        readonly cursor?: string | undefined;
        readonly status?: DeliveryStatus | undefined;
      },
    ) => call("listDeliveries", { id, query }),
    delivery: (id: string, eventId: string) => call("readDelivery", { id, eventId }),
    redeliver: (id: string, eventId: string) => call("redeliver", { id, eventId }),
  };
}
export type WebhookClient = Awaited<ReturnType<typeof webhookClient>>;
