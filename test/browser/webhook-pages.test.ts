import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient, verifyWebhook } from "@drover/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { BatchId, JobId, PoolName } from "#shared/contracts/values/ids.ts";
import { WebhookId } from "#shared/contracts/webhook/webhook.ts";
import { WebhookEvent } from "#shared/contracts/webhook/webhook-event.ts";
import { eventIdOf, newDelivery } from "#shared/storage/webhooks/event-recorder.ts";
import { browserOnSeeds } from "./browser-on-seeds.ts";
import { hasChromium, inChromium } from "./open-browser.ts";
import { openConsole } from "./open-console.ts";
import { farmTenant } from "./seeded-farm.ts";

vi.setConfig({ testTimeout: 120_000 });
const on = browserOnSeeds();
const jobId = JobId.parse(`01J${"1".padStart(23, "0")}`);
const markup = `<img src=x onerror="window.ran=true"><script>window.ran=true</script>`;

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
const received: Received[] = [];
let status = 204;
let url: string;
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  received.push({ headers: request.headers, body });
  response.writeHead(status).end();
});
beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});
beforeEach(() => {
  received.length = 0;
  status = 204;
});
const client = () => createClient<DroverApi>({ apiUrl: on.farm.apiUrl, token: async () => on.farm.token });

/** One that was tried in vain and is tried no more. */
async function seedGivenUp(id: string): Promise<void> {
  const { webhookDeliveries } = on.farm.repositories;
  const at = "2026-01-02T03:00:00.000Z";
  const event = WebhookEvent.parse({
    id: eventIdOf(farmTenant, "job.finished", jobId),
    type: "job.finished",
    timestamp: at,
    data: {
      jobId,
      ...{ outcome: "failed", reason: markup, batchId: BatchId.parse(`01B${"1".padStart(23, "0")}`) },
      ...{ pool: PoolName.parse("default"), steps: 3, createdAt: at, finishedAt: at },
      links: { job: `/v1/jobs/${jobId}`, page: `/jobs/${jobId}` },
    },
  });
  const fresh = newDelivery({ tenantId: farmTenant, webhookId: WebhookId.parse(id) }, event);
  await webhookDeliveries.create(fresh);
  const { dueAt: _never, ...over } = fresh;
  const attempts = [
    { at, milliseconds: 31, statusCode: 500, error: "The receiver answered 500." },
    { at: "2026-01-03T03:00:00.000Z", milliseconds: 10_000, error: `Nothing was answered. ${markup}` },
  ];
  await webhookDeliveries.replace(over, { status: "failed", tries: 11, attempts, finishedAt: at });
}

describe.skipIf(!hasChromium)("the page of webhooks", () => {
  it(
    inChromium(
      "makes one whose secret it shows once, sends it a test that the secret verifies, and gives it another",
    ),
    async () => {
      await using opened = await openConsole(on.browser, on.farm, "/jobs");
      const { page } = opened;
      await page.getByRole("button", { name: /menu$/ }).click();
      await page.getByRole("link", { name: "Webhooks" }).click();
      await page.getByRole("heading", { name: "No webhooks yet." }).waitFor();
      await opened.expectSound();
      await page.keyboard.press("n");
      await page.getByLabel("Address").fill("https://10.0.0.1/hook");
      await page.getByLabel(/a device is quarantined/).uncheck();
      await page.getByLabel("Description").fill("CI <b>of ours</b>");
      await page.getByLabel("Only jobs with these tags").fill("nightly, smoke");
      await opened.expectSound();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("alert").getByText("must be").waitFor();
      await page.getByLabel("Address").fill(url);
      await page.keyboard.press("Enter");
      const shown = page.getByRole("dialog", { name: "The webhook's secret" });
      const secret = await shown.locator("code").innerText();
      expect(secret).toMatch(/^whsec_/);
      // The browser itself says that a request was refused.
      expect(opened.complaints.filter((line) => !line.includes("400"))).toEqual([]);
      await shown.getByRole("button", { name: "I have saved it" }).click();
      await page.getByText("CI <b>of ours</b>").waitFor();
      const [made] = (await client().listWebhooks({})).items;
      expect(made).toMatchObject({ url, filter: { tags: ["nightly", "smoke"] } });
      expect(made?.events).not.toContain("device.quarantined");

      await page.getByRole("button", { name: "Send a test" }).click();
      const row = page.getByRole("row").filter({ hasText: "webhook.test" });
      await row.getByText("The receiver answered 204.").waitFor();
      expect(await row.innerText()).toMatch(/delivered[\s\S]*\d ms/);
      const [{ headers, body } = { headers: {}, body: "" }] = received;
      await verifyWebhook({ secret, headers, body });

      await page.getByRole("button", { name: "New secret…" }).click();
      await page.getByRole("button", { name: "Create secret" }).click();
      await shown.getByText("The previous secret is used as well").waitFor();
      const next = await shown.locator("code").innerText();
      expect([next.slice(0, 6), next === secret]).toEqual(["whsec_", false]);
      await page.keyboard.press("Escape");
      await shown.waitFor({ state: "detached" });
      await page.getByText("Two secrets in use").waitFor();
      expect(await page.content()).not.toContain(next.slice(6));
      expect(opened.complaints.filter((line) => !line.includes("400"))).toEqual([]);
    },
  );

  it(
    inChromium(
      "shows what was given up with each try and its words as text, sends it again by hand, changes one and deletes it",
    ),
    async () => {
      const body = { url: `${url}/2`, events: ["job.finished" as const] };
      const { webhookId } = await client().createWebhook({ body });
      await seedGivenUp(webhookId);
      await using opened = await openConsole(on.browser, on.farm, `/webhooks?webhook=${webhookId}`, {
        width: 390,
        colorScheme: "dark",
      });
      const { page } = opened;
      await page.getByLabel("Status").selectOption("failed");
      await page.getByRole("link", { name: "job.finished" }).click();
      const delivery = page.getByRole("dialog", { name: "job.finished" });
      await delivery.getByText("The receiver answered 500.").waitFor();
      await delivery.getByText(`"reason": ${JSON.stringify(markup)}`).waitFor();
      expect(await delivery.getByRole("link", { name: /^job/ }).getAttribute("href")).toBe(`/jobs/${jobId}`);
      expect(await page.evaluate("window.ran")).toBeUndefined();
      await opened.expectSound();
      await page.keyboard.press("Escape");
      await delivery.waitFor({ state: "detached" });
      await opened.expectSound();
      await page.getByRole("button", { name: "Send again job.finished" }).click();
      await page.getByText("No deliveries match this filter.").waitFor();
      // It is no given-up one as soon as it is to be sent.
      const again = eventIdOf(farmTenant, "job.finished", jobId);
      await expect.poll(() => received.map(({ headers }) => headers["webhook-id"])).toEqual([again]);

      await page.getByRole("button", { name: "Change…" }).click();
      await page.getByLabel("an agent asks a question").check();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByRole("definition").getByText("question.asked").waitFor();
      await page.getByRole("button", { name: "Disable" }).click();
      await page.getByText("This webhook is disabled. Nothing is sent.").waitFor();
      await opened.expectSound();
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("link", { name: `${url}/2` }).waitFor({ state: "detached" });
      expect(opened.complaints).toEqual([]);
    },
  );
});
