import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BatchClient, batchClient } from "../../../cli/batch/batch-client.ts";
import { callRoute } from "../../../cli/call-route.ts";
import { commandLineHere } from "../../cli/command-line-here.ts";
import { droverCommand } from "../../drover-command.ts";
import { called } from "../../e2e/call-mcp-tool.ts";
import { eventually } from "../../e2e/drover-process.ts";
import { failingLines, failingTasks } from "../../e2e/failing-tasks.ts";
import { hasChromium, inChromium } from "../open-browser.ts";
import { openConsole } from "../open-console.ts";
import { openFile } from "../open-file.ts";
import { api, on } from "./one-farm.ts";

const reasons = failingTasks.map(({ reason }) => reason).sort();
const wifi = failingTasks[0].reason;

/** What a webhook received. */
const told: { readonly type: string; readonly data: { readonly reason?: string } }[] = [];
let receiver: Server;
let client: BatchClient;
let batchId: string;
const jobs = new Map<string, string>();

const run = async (name: string, lines: Parameters<BatchClient["submit"]>[0]["lines"]): Promise<string> => {
  const { batchId: id } = await client.submit({ name, lines });
  await eventually(name, async () => ((await client.read(id)).status === "finished" ? true : undefined), 170);
  return id;
};

const jobOf = (taskId: string): string => jobs.get(taskId) ?? "";
const command = async (...args: string[]): Promise<string> => {
  const { stdout, stderr, code } = await commandLineHere(...args, "--dir", on.dir);
  expect(code, stderr).toBe(0);
  return stdout;
};

/** Three tasks of a real batch fail by three checks; everything that tells of them tells three reasons. */
describe.skipIf(!hasChromium)("[spec G5] why jobs failed", () => {
  beforeAll(async () => {
    receiver = createServer(async (request, response) => {
      told.push(JSON.parse(await text(request)));
      response.writeHead(204).end();
    });
    receiver.listen(0, "127.0.0.1");
    await once(receiver, "listening");
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const made = await commandLineHere("webhooks", "create", url, "--dir", on.dir);
    expect(made.code, made.stderr).toBe(0);
    client = await batchClient(on.dir);
    batchId = await run("failing", failingLines());
    for (const { taskId, attempts } of (await client.items(batchId, { limit: 10 })).items)
      jobs.set(taskId, attempts.at(-1)?.jobId ?? "");
  }, 180_000);
  afterAll(() => receiver.close());

  it("is with the job and with the causes of its batch in the API", async () => {
    for (const { taskId, reason } of failingTasks) {
      const job = await api().job(jobOf(taskId));
      expect(job).toMatchObject({ outcome: "failed", verdictReason: reason });
      expect(job.outcomeReason?.slice(0, reason.length)).toBe(reason);
    }
    const { groups } = await callRoute(on.farm.file, "batchCauses", { id: batchId });
    expect(groups.map(({ message }) => message).sort()).toEqual(reasons);
    expect(groups.find(({ message }) => message === wifi)).toMatchObject({
      count: 1,
      jobIds: [jobOf("wifi")],
      check: { kind: "setting", place: "setting global/wifi_on", expected: "0", actual: "1" },
      common: [],
    });
  });

  it("is in JUnit's failures, message and body", async () => {
    const junit = await command("batch", "results", batchId, "--format", "junit");
    expect(junit.match(/<failure /g)).toHaveLength(3);
    expect(junit).toContain(`<failure message="${wifi}`);
    expect(junit).toContain(`setting global/wifi_on\nexpected: 0\nactual:   1\njob:      ${jobOf("wifi")}`);
  });

  it("is in what a batch's command prints, in show, errors and the results as CSV", async () => {
    const batch = await commandLineHere("batch", "show", batchId, "--dir", on.dir);
    for (const reason of reasons) expect(batch.stdout).toContain(reason);
    expect(batch.stdout).toContain(`1     failed   ${wifi}`);
    const shown = await commandLineHere("show", jobOf("contact"), "--dir", on.dir);
    expect(shown.stdout).toContain(`outcome:    failed: ${failingTasks[1].reason}`);
    const errors = await command("errors");
    for (const reason of reasons) expect(errors).toContain(`CheckFailed  ${reason}`);
    const csv = await command("batch", "results", batchId, "--format", "csv");
    for (const { reason } of failingTasks) expect(csv).toContain(reason);
  });

  it("reaches webhooks and agents over MCP", async () => {
    const found = await eventually("three events", async () => {
      const failed = told.flatMap(({ type, data: { reason = "" } }) =>
        type === "job.finished" && reasons.some((one) => reason.startsWith(one)) ? [reason] : [],
      );
      return failed.length >= 3 ? failed : undefined;
    });
    expect(found).toHaveLength(3);
    const mcp = new Client({ name: "test", version: "1" });
    const args = [droverCommand, "mcp", "--dir", on.dir];
    await mcp.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    try {
      await mcp.listTools();
      const { text: said, data } = await called(mcp, "get_batch", { batchId });
      const messages = (data.causes as readonly { readonly message: string }[]).map(({ message }) => message);
      expect(messages.map((message) => message.replace(/^\| /, "")).sort()).toEqual(reasons);
      for (const reason of reasons) expect(said).toContain(`| ${reason}`);
    } finally {
      await mcp.close();
    }
  });

  it(inChromium("is three causes on the batch's page, in its report and on the page of errors"), async () => {
    await using opened = await openConsole(on.browser, on.farm.file, `/batches/${batchId}`);
    const { page } = opened;
    await page.locator("button.cause").nth(2).waitFor();
    const causes = await page.locator("button.cause").allInnerTexts();
    for (const reason of reasons) expect(causes.join("\n")).toContain(reason);
    // Four jobs prove nothing of a device or an hour.
    expect(await page.locator(".cause-all, .cause-common").count()).toBe(0);
    await opened.goTo("/errors");
    for (const reason of reasons) await page.getByText(reason.slice(0, 100)).first().waitFor();
    await opened.expectSound();
    const file = path.join(on.dir, "failing.html");
    await command("report", batchId, "-o", file);
    await using report = await openFile(on.browser, file);
    await report.page.locator(".causes > li").nth(2).waitFor();
    const told = await report.page.locator(".causes").innerText();
    for (const reason of reasons) expect(told).toContain(reason);
  });

  it(
    inChromium("opens a job's page at its last step, with expected and actual under the header"),
    async () => {
      await using opened = await openConsole(on.browser, on.farm.file, `/jobs/${jobOf("wifi")}`);
      const { page } = opened;
      const check = page.locator(".job-header .failed-check");
      await check.waitFor();
      const { steps } = await api().trajectory(jobOf("wifi"));
      expect((await check.innerText()).replaceAll(/\s+/g, " ")).toBe(
        `check setting global/wifi_on expected 0 was 1 checked after step ${steps.length}, the last one`,
      );
      await page.getByRole("tab", { name: "check", selected: true }).waitFor();
      await page.getByText(`Step ${steps.length}`, { exact: true }).first().waitFor();
      await opened.expectSound();
      await opened.goTo("/review");
      await page.locator(".review-job .failed-check").waitFor();
      await opened.expectSound();
    },
  );

  it(inChromium("says of a later batch which task broke, and by which check"), async () => {
    const { taskId, validators } = failingTasks[0];
    const request = { task: "Turn off Wi-Fi", validators: [...validators] };
    const before = await run("before", [{ taskId, epoch: 1, request }]);
    const compared = await command("batch", "compare", before, batchId);
    expect(compared).toContain(`wifi: ${wifi} (1 run, for example ${jobOf("wifi")})`);
    await using opened = await openConsole(on.browser, on.farm.file, `/compare?batches=${before},${batchId}`);
    await opened.page.getByLabel("What broke").getByRole("link", { name: wifi }).waitFor();
    await opened.expectSound();
  }, 180_000);
});
