import { request } from "node:http";
import { ulid } from "ulid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningHost } from "#device-host/start-host.ts";
import { hostQueueName } from "#shared/contracts/farm/queue-names.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ActionResult } from "#shared/contracts/protocol/ui-action.ts";
import { DeviceReply } from "#shared/contracts/workflow/host-answer.ts";
import { hostId, stage, tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

describe("the host's local API", () => {
  let farm: TestFarm;
  let host: RunningHost;
  let device = "";
  beforeAll(async () => {
    farm = await startTestFarm();
    host = await farm.startHost();
    device = (await farm.device(0, (state) => state === "ready")).deviceId;
  });
  afterAll(() => farm.close());

  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${host.apiUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${host.apiToken}`, ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as unknown };
  };

  it("[spec A7] shows the elements and clicks one, answering the screen afterwards", async () => {
    const { body } = await call("GET", `/device/${device}/ui-tree`);
    const tree = SemanticUITree.parse(body);
    const settings = tree.elements.find(({ text, content_description }) =>
      /Settings/.test(text + content_description),
    );
    const click = { action_id: "a1", action_type: "click", element_id: settings?.element_id };
    const answer = await call("POST", `/device/${device}/execute`, click);
    const result = ActionResult.parse(answer.body);
    expect(result).toMatchObject({
      action_id: "a1",
      success: true,
      retries: 0,
      new_tree: { app_package: "com.android.settings" },
    });
    expect(await farm.device(0, (state) => state === "dirty")).toMatchObject({
      leaseEpoch: expect.any(Number),
    });
  });

  it("leaves a device dirty, and the next job finds it clean", async () => {
    const held = await farm.lease();
    const answer = await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
    expect(JSON.parse(answer.output ?? "null")).toMatchObject({
      observation: { package: "com.android.launcher3" },
    });
    const home = { action_id: "a2", action_type: "global_action", global_action: "HOME" };
    expect(await call("POST", `/device/${device}/execute`, home)).toMatchObject({
      status: 409,
      body: { code: "DeviceBusy" },
    });
    await farm.run(held, { kind: "release" });
  });

  it("answers the public API's requests as items in the table", async () => {
    const requestId = ulid();
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const message = {
      schemaVersion: 1,
      kind: "request",
      tenantId,
      deviceId: device,
      requestId,
      expiresAt,
      request: { type: "ui-tree" },
    };
    await farm.send(hostQueueName(stage, tenantId, hostId), message);
    const find = () => farm.repositories.deviceReplies.get(tenantId, requestId, new Date().toISOString());
    await expect.poll(find).not.toBeNull();
    const reply = DeviceReply.parse(await find());
    expect(reply.status).toBe(200);
    SemanticUITree.parse(JSON.parse(reply.body));
  });

  it.each([
    [
      "an element that is not there",
      { action_id: "x", action_type: "click", element_id: 199 },
      422,
      "UnknownElement",
    ],
    ["an unknown action", { action_id: "x", action_type: "explode" }, 400, "InvalidRequest"],
    ["no JSON", "{", 400, "InvalidRequest"],
    ["a body of 100 kB", "x".repeat(100_000), 400, "InvalidRequest"],
  ])("refuses %s and names it", async (_, body, status, code) => {
    expect(await call("POST", `/device/${device}/execute`, body)).toMatchObject({
      status,
      body: { code, type: `urn:drover:error:${code}` },
    });
  });

  it("knows neither other devices nor other paths", async () => {
    expect(await call("GET", "/device/host-a.other/ui-tree")).toMatchObject({ status: 404 });
    expect(await call("GET", "/device/..%2f..%2fetc/ui-tree")).toMatchObject({ status: 404 });
    expect(await call("DELETE", `/device/${device}/ui-tree`)).toMatchObject({ status: 404 });
  });

  it("refuses a wrong token and a request that a web page made", async () => {
    expect(await call("GET", "/health", undefined, { authorization: "Bearer wrong" })).toMatchObject({
      status: 401,
    });
    expect(await call("GET", "/health", undefined, { origin: "https://evil.example" })).toMatchObject({
      status: 403,
    });
    expect(await call("GET", "/health", undefined, { origin: "http://localhost:8080" })).toMatchObject({
      status: 403,
    });
    const { port } = new URL(host.apiUrl);
    const status = await new Promise((resolve, reject) => {
      const headers = { host: `evil.example:${port}`, authorization: `Bearer ${host.apiToken}` };
      request({ host: "127.0.0.1", port, path: "/health", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });

  it("counts devices, commands, polls and adb commands for Prometheus", async () => {
    const response = await fetch(`${host.apiUrl}/metrics`);
    const text = await response.text();
    expect(text).toContain('drover_host_devices{state="ready"} 1');
    expect(text).toMatch(/drover_commands_total\{kind="setUp",outcome="ok"\} 1/);
    expect(text).toMatch(/drover_adb_commands_total\{service="shell",error="none"\} \d+/);
    expect(text).toMatch(/drover_queue_polls_total\{queue="pool",result="messages"\} 1/);
  });
});
