import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { DeliveryResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { WebhookId } from "#shared/contracts/webhook/webhook.ts";
import { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import { EventId, WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { defined } from "#shared/values/defined.ts";
import { askFarm, type FarmAsk, type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { someText, valueBy } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, jsonList, out, plain, progress, say } from "../../terminal/terminal.ts";
import { type WebhookOptions, webhookBody, withWebhookOptions } from "../../webhooks/webhook-options.ts";
import { attemptWords, sayDeliveries, sayWebhook, sayWebhooks } from "../../webhooks/webhook-report.ts";

interface ChangeOptions extends FarmFlags, WebhookOptions {
  readonly url?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
  readonly filter: boolean;
}

interface ListOptions extends FarmFlags {
  readonly status?: DeliveryStatus;
  readonly limit: number;
}

const webhookId = valueBy(WebhookId, "Give a webhook's id; 'drover webhooks list' lists them.");
const eventId = valueBy(EventId, "Give an event's id, evt_…; 'drover webhooks deliveries <id>' lists them.");
const status = valueBy(DeliveryStatus, `Give ${DeliveryStatus.options.join(", ")}.`);

export const webhooksCommand = (command: Command): Command => {
  const sub = (name: string, description: string): Command =>
    withFarmFlags(command.command(name).description(description));
  const ofOne = (name: string, description: string): Command =>
    sub(name, description).argument("<id>", "the webhook's id", webhookId);
  withWebhookOptions(sub("create", "send events to an https address; its secret is shown only once"))
    .argument("<url>", "the address that gets the POST requests", someText)
    .action(create);
  sub("list", "list webhooks").action(async (options: FarmFlags) => {
    const page = await (await askFarm(options.dir))("listWebhooks");
    if (options.json) jsonList(page);
    else sayWebhooks(page.items);
  });
  ofOne("show", "show a webhook: its events, and since when it fails").action(
    async (id: string, options: FarmFlags) => {
      const webhook = await (await askFarm(options.dir))("readWebhook", { id });
      if (options.json) json(webhook);
      else sayWebhook(webhook);
    },
  );
  withWebhookOptions(ofOne("change", "change a webhook, or enable one that was disabled"))
    .option("--url <url>", "the address that gets the POST requests", someText)
    .option("--enable", "send it events from now on")
    .option("--disable", "send it nothing")
    .option("--no-filter", "send it events of all jobs and batches again")
    .action(change);
  ofOne("delete", "remove a webhook and its secret").action(async (id: string, options: FarmFlags) => {
    const removed = await (await askFarm(options.dir))("removeWebhook", { id });
    say(options, removed, `Webhook ${removed.webhookId} to ${removed.url} is removed.`);
  });
  ofOne("rotate-secret", "create a new secret, shown only once; both are used for a day").action(rotate);
  ofOne("test", "send an event of type webhook.test and print the response").action(test);
  ofOne("deliveries", "list deliveries, newest first")
    .option("--status <status>", "pending, delivered or failed", status)
    .option("--limit <n>", "how many", wholeNumber(1, 100), 20)
    .action(deliveries);
  ofOne("redeliver", "send an event again")
    .argument("<event>", "the event's id", eventId)
    .action(async (id: string, event: string, options: FarmFlags) => {
      const ask = await askFarm(options.dir);
      sayDelivery(await settled(ask, id, await ask("redeliver", { id, eventId: event })), options);
    });
  return command;
};

async function create(url: string, options: FarmFlags & WebhookOptions): Promise<void> {
  const body = { url, events: WebhookEventType.options, ...webhookBody(options) };
  const made = await (await askFarm(options.dir))("createWebhook", { body });
  if (options.json) return json(made);
  sayWebhook(made);
  out(plain(`secret       ${made.secret}`));
  progress("The secret is not shown again. Try it: drover webhooks test <id>");
}

async function change(id: string, options: ChangeOptions): Promise<void> {
  const { url, enable, disable, filter, batch, tag } = options;
  if (enable && disable) throw new CommandFailure(exitCodes.usage, "Give --enable or --disable, not both.");
  if (!filter && (batch !== undefined || tag !== undefined))
    throw new CommandFailure(exitCodes.usage, "Give --no-filter, or --batch and --tag, not both.");
  const enabled = enable ? { enabled: true } : disable ? { enabled: false } : {};
  const body = {
    ...webhookBody(options),
    ...enabled,
    ...defined({ url }),
    ...(filter ? {} : { filter: null }),
  };
  const changed = await (await askFarm(options.dir))("changeWebhook", { id, body });
  if (options.json) json(changed);
  else sayWebhook(changed);
}

async function rotate(id: string, options: FarmFlags): Promise<void> {
  const rotated = await (await askFarm(options.dir))("rotateWebhookSecret", { id });
  if (options.json) return json(rotated);
  out(plain(`secret       ${rotated.secret}`));
  progress(
    `The secret is not shown again. The previous secret is used as well until ${rotated.previousSecretUntil}.`,
  );
}

async function test(id: string, options: FarmFlags): Promise<void> {
  const ask = await askFarm(options.dir);
  const delivery = await settled(ask, id, await ask("testWebhook", { id }));
  sayDelivery(delivery, options);
  if (delivery.status !== "delivered") process.exitCode = exitCodes.failed;
}

async function deliveries(
  id: string,
  { dir, json: asJson, status: wanted, limit }: ListOptions,
): Promise<void> {
  const page = await (await askFarm(dir))("listDeliveries", { id, query: { status: wanted, limit } });
  if (asJson) jsonList(page);
  else sayDeliveries(page.items);
}

function sayDelivery(delivery: DeliveryResponse, options: FarmFlags): void {
  say(
    options,
    delivery,
    `${delivery.eventId} ${delivery.event.type} is ${delivery.status}: ${attemptWords(delivery)}`,
  );
}

const pauseMilliseconds = 300;
/** A receiver has 10 s. */
const mostLooks = 60;

/** Asked for until it was tried, which takes as long as its receiver does. */
async function settled(ask: FarmAsk, id: string, sent: DeliveryResponse): Promise<DeliveryResponse> {
  const before = sent.attempts.length;
  for (let looks = 1; looks <= mostLooks; looks += 1) {
    const now = await ask("readDelivery", { id, eventId: sent.eventId });
    if (now.status !== "pending" || now.attempts.length > before) return now;
    await setTimeout(pauseMilliseconds);
  }
  return sent;
}
