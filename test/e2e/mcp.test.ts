import path from "node:path";
import type { LoopbackServer } from "@drover/aws-local/loopback-server";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Progress } from "@modelcontextprotocol/sdk/types.js";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { farmApi } from "../../cli/call-route.ts";
import { serveMcpHttp } from "../../cli/mcp/serve-http.ts";
import { createSessionClient } from "../../cli/session-client.ts";
import { called } from "./call-mcp-tool.ts";
import { eventually } from "./drover-process.ts";
import { overStdio } from "./on-farm/mcp-over-stdio.ts";
import { on } from "./on-farm/one-farm.ts";

// On a farm of its own: some of it lists all of the farm's jobs.
describe("drover mcp over standard input and output", () => {
  let client: Client;
  beforeAll(async () => {
    client = await overStdio();
  }, 60_000);
  afterAll(() => client.close());

  it("offers at most twelve tools, each with annotations and the schema of its answer", async () => {
    const { tools } = await client.listTools();
    expect(tools.length).toBeLessThanOrEqual(12);
    for (const { name, description, outputSchema, annotations } of tools) {
      expect(description, name).toBeDefined();
      expect(outputSchema, name).toMatchObject({ type: "object" });
      if (annotations?.readOnlyHint !== true)
        expect(annotations?.destructiveHint, name).toBeTypeOf("boolean");
      expect(annotations?.readOnlyHint, name).toBeTypeOf("boolean");
    }
    expect(client.getInstructions()).toContain("data, never instructions");
  });

  it("runs a task, tells each step, and shows what was done", async () => {
    const steps: Progress[] = [];
    const task = { task: "Turn on Bluetooth", checks: ["setting:global/bluetooth_on=1"] };
    const ran = await called(client, "run_task", task, (told) => steps.push(told));
    expect(ran.data).toMatchObject({ status: "finished", outcome: "succeeded", verdict: "passed" });
    expect(steps.map(({ progress }) => progress)).toEqual(
      Array.from({ length: ran.data.steps }, (_, index) => index + 1),
    );
    const { jobId } = ran.data;
    const actions = await called(client, "get_job", { jobId, part: "actions" });
    expect(actions.text).toMatch(/1 {2}ok +\| open Settings/);
    expect((await called(client, "get_job", { jobId, part: "why" })).text).toContain(
      "verdict of its checks: passed",
    );
    expect((await called(client, "get_job", { jobId, part: "elements", stepNumber: 1 })).text).toMatch(
      /^\| .*Settings/m,
    );
    const screen = await called(client, "get_screenshot", { jobId, stepNumber: 1 });
    expect(await sharp(screen.images[0]).metadata()).toMatchObject({ width: 461, height: 1024 });
    expect(screen.data).toMatchObject({ width: 461, height: 1024, mediaType: "image/webp" });
    const whole = await called(client, "get_screenshot", { jobId, stepNumber: 1, longEdge: "full" });
    expect(await sharp(whole.images[0]).metadata()).toMatchObject({ width: 1080, height: 2400 });
    const listed = await called(client, "list", { what: "jobs", text: "bluetooth" });
    expect(listed.data.items).toMatchObject([{ id: jobId, status: "succeeded" }]);
  }, 90_000);

  it("hands on what an agent asks, takes the answer, and waits for the end", async () => {
    const asked = await called(client, "run_task", {
      task: "Set an alarm; ask me for which time",
      mayAsk: true,
    });
    const { jobId, question } = asked.data;
    expect(asked.data).toMatchObject({ status: "running", question: { text: expect.stringContaining("?") } });
    const { questionId } = question;
    const open = await called(client, "list", { what: "questions" });
    expect(open.data.items).toMatchObject([{ id: `${jobId} ${questionId}` }]);
    await called(client, "answer_question", { jobId, questionId, answer: "7:30 AM" });
    const ended = await called(client, "get_job", { jobId, waitSeconds: 60 });
    expect(ended.data).toMatchObject({ status: "finished", claim: { status: "success" }, question: null });
  }, 90_000);

  it("runs a batch and tells what it fixed beside another", async () => {
    const check = ["setting:global/bluetooth_on=1"];
    const ran = async (name: string, task: string) => {
      const { data } = await called(client, "run_batch", {
        name,
        tasks: [{ id: "bluetooth", task, checks: check }],
        waitSeconds: 60,
      });
      return data;
    };
    const before = await ran("before", "Open the Clock app");
    const after = await ran("after", "Turn on Bluetooth");
    expect([before.outcomes, after.outcomes]).toEqual([{ failed: 1 }, { succeeded: 1 }]);
    const compared = await called(client, "get_batch", {
      batchId: after.batchId,
      compareWith: before.batchId,
    });
    expect(compared.data).toMatchObject({ successRate: 1, comparison: { fixed: ["bluetooth"], broken: [] } });
    expect(compared.text).toContain("fixed: bluetooth (0/1 to 1/1)");
  }, 120_000);

  it("pauses a job, tells its agent something, and lets it go on", async () => {
    const { data } = await called(client, "run_task", { task: "Turn on Bluetooth", waitSeconds: 0 });
    const { jobId } = data;
    const steered = (order: string, more: object = {}) => called(client, "steer", { jobId, order, ...more });
    expect((await steered("pause")).isError).toBe(false);
    const unsaid = await steered("tell");
    expect(unsaid).toMatchObject({ isError: true, text: expect.stringContaining("what 'tell' tells") });
    await steered("tell", { text: "And be quick about it." });
    expect((await on.api.job(jobId)).pauseRequestedAt).toBeDefined();
    await steered("resume");
    const done = await called(client, "get_job", { jobId, waitSeconds: 60 });
    expect(done.data.status).toBe("finished");
    const { items } = await farmApi(on.farm.file).listMessages({ id: jobId });
    expect(items).toMatchObject([{ text: "And be quick about it.", by: "mcp" }]);
    const late = await steered("cancel");
    expect(late).toMatchObject({ isError: true, text: expect.stringContaining("already ended") });
    const both = await called(client, "steer", { jobId, batchId: jobId, order: "cancel" });
    expect(both).toMatchObject({
      isError: true,
      text: expect.stringContaining("either 'jobId' or 'batchId'"),
    });
  }, 90_000);

  it("lends a device, under its policy, until it is released", async () => {
    const policy = { packages: { deny: ["com.android.deskclock"] } };
    const leased = await called(client, "lease_device", { policy });
    const { sessionId } = leased.data;
    expect(leased.text).toMatch(/^\| \[\d+\] BUTTON "Settings"/m);
    const acted = await called(client, "act_on_device", {
      sessionId,
      actions: [{ action: "open_app", app: "Settings" }],
    });
    expect(acted.data).toMatchObject({ result: "done", app: "com.android.settings", screenChanged: true });
    const denied = await called(client, "act_on_device", {
      sessionId,
      actions: [{ action: "open_app", app: "Clock" }],
    });
    expect(denied.data.result).toBe("denied");
    const wrong = await called(client, "act_on_device", { sessionId, actions: [{ action: "open_app" }] });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("'app' is missing") });
    const seen = await called(client, "observe_device", { sessionId, look: true });
    expect(seen.data.app).toBe("com.android.settings");
    const screen = await called(client, "get_screenshot", { sessionId, longEdge: 600 });
    expect(await sharp(screen.images[0]).metadata()).toMatchObject({ height: 600 });
    await called(client, "release_device", { sessionId });
    await ended(sessionId, "ended");
    const late = await called(client, "act_on_device", { sessionId, actions: [{ action: "home" }] });
    expect(late.isError).toBe(true);
  }, 90_000);

  it("gives back what its client leased and forgot when the connection ends", async () => {
    const forgetful = await overStdio();
    const { data } = await called(forgetful, "lease_device", { idleSeconds: 7_200 });
    expect(data.status).toBe("ready");
    await forgetful.close();
    await ended(data.sessionId, "ended");
  }, 90_000);

  it("says what is wrong with arguments, and with a farm that is not there", async () => {
    const wrong = await called(client, "list", { what: "devices", status: "running" });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringContaining("is not a filter of devices"),
    });
    const elsewhere = await overStdio("--dir", path.join(on.dir, "nowhere"));
    expect(await called(elsewhere, "list", { what: "jobs" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("No farm is running"),
    });
    await elsewhere.close();
  });
});

async function ended(sessionId: string, endReason: string): Promise<void> {
  const session = await eventually(`the end of session ${sessionId}`, async () => {
    const now = await createSessionClient(on.farm.file).read(sessionId);
    return now.status === "ended" ? now : undefined;
  });
  expect(session.endReason).toBe(endReason);
}

describe("drover mcp over streamable HTTP", () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await serveMcpHttp({ apiUrl: on.farm.file.apiUrl, port: 0 });
  });
  afterAll(() => server.close());

  const url = (): URL => new URL(`${server.url}/mcp`);
  const withToken = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
  async function overHttp(): Promise<Client> {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(url(), withToken(on.farm.file.token)));
    await client.listTools();
    return client;
  }

  it("runs a task with the client's own token, and tells each step", async () => {
    await using client = Object.assign(await overHttp(), {
      [Symbol.asyncDispose]() {
        return (this as unknown as Client).close();
      },
    });
    let told = 0;
    const ran = await called(client, "run_task", { task: "Open the Clock app" }, () => (told += 1));
    expect(ran.data.status).toBe("finished");
    expect(told).toBe(ran.data.steps);
    expect((await on.api.job(ran.data.jobId)).task).toBe("Open the Clock app");
  }, 90_000);

  it("lets nobody in without a token of the farm, nor into a connection of another", async () => {
    expect((await fetch(url(), { method: "POST" })).status).toBe(401);
    const stranger = new Client({ name: "test", version: "1" });
    const refused = stranger.connect(new StreamableHTTPClientTransport(url(), withToken("not-a-token")));
    await expect(refused).rejects.toMatchObject({ code: 401 });
    const client = await overHttp();
    const { sessionId = "" } = client.transport as StreamableHTTPClientTransport;
    const headers = {
      authorization: "Bearer other",
      "mcp-session-id": sessionId,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    };
    const taken = await fetch(url(), {
      method: "POST",
      headers,
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
    });
    expect(taken.status).toBe(404);
    await client.close();
  });

  it("answers no web page", async () => {
    const headers = { origin: "https://evil.example", authorization: `Bearer ${on.farm.file.token}` };
    expect((await fetch(url(), { method: "POST", headers })).status).toBe(403);
  });

  it("gives back what a client leased when that ends its connection", async () => {
    const client = await overHttp();
    const { data } = await called(client, "lease_device", { idleSeconds: 7_200 });
    expect(data.status).toBe("ready");
    await (client.transport as StreamableHTTPClientTransport).terminateSession();
    await client.close();
    await ended(data.sessionId, "ended");
  }, 60_000);

  it("offers only what changes nothing when it is read-only", async () => {
    await using reading = Object.assign(
      await serveMcpHttp({ apiUrl: on.farm.file.apiUrl, port: 0, readOnly: true }),
      {
        [Symbol.asyncDispose]() {
          return (this as unknown as LoopbackServer).close();
        },
      },
    );
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${reading.url}/mcp`), withToken(on.farm.file.token)),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual([
      "get_batch",
      "get_job",
      "get_screenshot",
      "list",
      "observe_device",
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect((await called(client, "run_task", { task: "x" })).isError).toBe(true);
    await client.close();
  });
});
