import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { verifyWebhook } from "@drover/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Farm, startFarm } from "#local/farm.ts";
import { ScheduleRunPage } from "#shared/contracts/api/responses/schedule-response.ts";
import { MadeWebhook } from "#shared/contracts/api/responses/webhook-response.ts";
import { WebhookEvent } from "#shared/contracts/webhook/webhook-event.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import {
  type OtlpReceiver,
  type ReceivedSpan,
  startOtlpReceiver,
  traceFaults,
} from "../tracing/otlp-receiver.ts";
import { eventually } from "./drover-process.ts";

let dir: string;
let farm: Farm;
let collector: OtlpReceiver;
const clock = { now: new Date("2027-01-01T00:00:00.000Z") };

/** What a webhook was sent. */
const told: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  told.push({ headers: request.headers, body });
  response.writeHead(204).end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  collector = await startOtlpReceiver();
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  farm = await startFarm({
    dir: path.join(dir, "farm"),
    phones: 2,
    scheduleClock: () => clock.now,
    webhooksToLoopback: true,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
    report: () => undefined,
  });
}, 120_000);
afterAll(async () => {
  await farm?.close();
  await collector?.close();
  receiver.closeAllConnections();
  receiver.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

/** `wifi` is what the check of Wi-Fi expects. */
async function tasksFile(wifi: number): Promise<string> {
  const file = path.join(dir, `tasks-${wifi}.yaml`);
  const tasks = [
    "tasks:",
    "  - { id: bluetooth, task: Turn on Bluetooth, validators: ['setting:global/bluetooth_on=1'] }",
    `  - { id: wifi, task: Turn off Wi-Fi, validators: ['setting:global/wifi_on=${wifi}'] }`,
  ];
  await writeFile(file, `${tasks.join("\n")}\n`);
  return file;
}

async function command(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await commandLineHere(...args, "--dir", path.join(dir, "farm"));
  expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
  return stdout;
}

const ended = (runId: string) =>
  eventually(
    `run ${runId}`,
    async () => {
      const page = JSON.parse(await command("schedules", "runs", "nightly", "--json"));
      const items = ScheduleRunPage.shape.items.parse(page.items);
      return items.find((run) => run.runId === runId && run.finishedAt !== undefined);
    },
    170,
  );

const sum = (spans: readonly ReceivedSpan[], attribute: string): number =>
  spans.reduce((total, { attributes }) => total + Number(attributes[attribute] ?? 0), 0);

/** Each run with its batch under it, to which its jobs and its webhook link; what their model calls took is what they count. */
async function expectTraces(batchIds: readonly string[]): Promise<void> {
  const all = collector.spans;
  const about = (name: RegExp, batchId: string) =>
    all.filter((span) => name.test(span.name) && span.attributes["drover.batch.id"] === batchId);
  await eventually("the spans of both nights", async () =>
    batchIds.every(
      (batchId) =>
        about(/^batch$/, batchId).length === 1 &&
        about(/^webhook/, batchId).length === 1 &&
        about(/^invoke_agent/, batchId).length === 2,
    )
      ? true
      : undefined,
  );
  for (const batchId of batchIds) {
    const [batch] = about(/^batch$/, batchId);
    const [schedule] = about(/^schedule$/, batchId);
    expect(traceFaults(all.filter(({ traceId }) => traceId === batch?.traceId))).toEqual([]);
    expect([schedule?.parentSpanId, batch?.parentSpanId]).toEqual([undefined, schedule?.spanId]);
    const jobs = about(/^invoke_agent/, batchId);
    for (const { links } of [...jobs, ...about(/^webhook/, batchId)]) expect(links).toEqual([batch?.spanId]);
    const traces = new Set(jobs.map(({ traceId }) => traceId));
    for (const traceId of traces)
      expect(traceFaults(all.filter((span) => span.traceId === traceId))).toEqual([]);
    const calls = all.filter(
      ({ traceId, attributes }) => traces.has(traceId) && attributes["gen_ai.operation.name"] === "chat",
    );
    for (const kind of ["input", "output"]) {
      const used = sum(jobs, `drover.job.${kind}_tokens`);
      expect(sum(calls, `gen_ai.usage.${kind}_tokens`)).toBe(used);
      expect(used).toBeGreaterThan(0);
    }
  }
}

it("a nightly schedule runs twice on virtual phones, and says what the second night broke, for people, for a pull request and to a webhook", async () => {
  const { port } = receiver.address() as AddressInfo;
  const hook = await command(
    "webhooks",
    "create",
    `http://127.0.0.1:${port}/`,
    "--event",
    "schedule.finished",
    "--tag",
    "no-event-of-a-schedule-has-one",
    "--json",
  );
  const { webhookId, secret } = MadeWebhook.parse(JSON.parse(hook));
  const changed = await command("webhooks", "change", webhookId, "--no-filter", "--json");
  expect(JSON.parse(changed)).not.toHaveProperty("filter");
  await command("schedules", "create", "nightly", await tasksFile(0), "--at", "cron(0 2 * * ? *)");
  clock.now = new Date("2027-01-01T02:00:10.000Z");
  expect(await ended("20270101T020000Z")).toMatchObject({
    status: "finished",
    figures: { runs: 2, successes: 2 },
  });

  await command("schedules", "set", "nightly", await tasksFile(7));
  clock.now = new Date("2027-01-02T02:00:10.000Z");
  expect(await ended("20270102T020000Z")).toMatchObject({
    status: "finished",
    comparedWith: "20270101T020000Z",
    figures: { runs: 2, successes: 1 },
    changes: { broken: 1, fixed: 0, flaky: 0 },
  });

  const markdown = await command("schedules", "diff", "nightly", "--format", "markdown");
  expect(markdown).toContain("### Schedule nightly: 1 broken");
  expect(markdown).toMatch(/^\| broken \| wifi \| 1\/1 \| 0\/1 \| .+ \| [0-9A-Z]{26} \|$/m);
  expect(markdown).not.toContain("bluetooth");
  expect(await command("schedules", "show", "nightly", "20270102T020000Z")).toMatch(
    /broken +wifi +1\/1 +0\/1/,
  );
  expect(await command("show", "--history", "wifi")).toMatch(/^wifi {2}\.F {2}success 50\.0 %, flips 1 of 1/);

  await eventually("both nights at the webhook", async () => (told.length >= 2 ? true : undefined), 60);
  for (const { headers, body } of told) await verifyWebhook({ secret, headers, body });
  const [first, second] = told
    .map(({ body }) => WebhookEvent.parse(JSON.parse(body)))
    .toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
  expect(told).toHaveLength(2);
  if (first?.type !== "schedule.finished") throw new Error("The first night was not told.");
  expect(first.data).not.toHaveProperty("previousBatchId");
  expect(second).toMatchObject({
    type: "schedule.finished",
    data: {
      name: "nightly",
      previousBatchId: first.data.batchId,
      changes: { broken: 1, fixed: 0, flaky: 0 },
      // What a chat or a pull request shows is what the command prints.
      summary: `${markdown.trim()}\n`,
      links: { schedule: "/v1/schedules/nightly/runs/20270102T020000Z" },
    },
  });

  await expectTraces([first.data.batchId, second?.type === "schedule.finished" ? second.data.batchId : ""]);

  await command("schedules", "delete", "nightly");
  expect(JSON.parse(await command("schedules", "list", "--json"))).toEqual({ items: [], cursor: null });
}, 400_000);
