import { describe, expect, it } from "vitest";
import { RfcClient } from "./rfc-client.ts";
import { jsonOf, startEnv } from "./start-env.ts";

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body), headers });

describe("a session over WebSocket", () => {
  it("[spec G8] answers each mistake with the protocol's code and continues", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    expect(JSON.parse(await client.raw("{"))).toMatchObject({
      type: "error",
      data: { code: "INVALID_JSON" },
    });
    expect(await client.error("jump")).toMatchObject({ code: "UNKNOWN_TYPE" });
    expect(await client.error("step")).toMatchObject({
      code: "VALIDATION_ERROR",
      errors: [{ loc: ["data"] }],
    });
    expect(await client.error("reset", { seed: -1 })).toMatchObject({
      code: "VALIDATION_ERROR",
      errors: [{ loc: ["data", "seed"] }],
    });
    expect(await client.error("reset", { task: "fly" })).toMatchObject({ code: "VALIDATION_ERROR" });
    expect(await client.error("step", { action: "home" })).toMatchObject({ code: "EXECUTION_ERROR" });
    await client.reset({ seed: 1 });
    expect(await client.error("step", { action: "tapp" })).toMatchObject({
      code: "VALIDATION_ERROR",
      message: expect.stringContaining("tap"),
    });
    expect(await client.state()).toMatchObject({ step_count: 0, done: false });
  });

  it("is one environment: two do not see each other", async () => {
    const { url } = await startEnv();
    const [one, other] = [await RfcClient.connect(url), await RfcClient.connect(url)];
    await Promise.all([one.reset({ task: "bluetooth" }), other.reset({ task: "bluetooth" })]);
    await one.step({ action: "open_app", app: "Settings" });
    const { observation } = await other.step({ action: "home" });
    expect(observation.elementText).toContain("Clock");
  });

  it("[spec G8] beyond the last is CAPACITY_REACHED, until another ends", async () => {
    const { url } = await startEnv({ mostSessions: 1 });
    const first = await RfcClient.connect(url);
    await first.reset({ task: "bluetooth" });
    const refused = await RfcClient.connect(url);
    expect(JSON.parse(await refused.next())).toMatchObject({
      type: "error",
      data: { code: "CAPACITY_REACHED", active_sessions: 1, max_sessions: 1 },
    });
    await refused.ended();
    await first.close();
    const next = await RfcClient.connect(url);
    expect(await next.reset({ task: "bluetooth" })).toMatchObject({ done: false });
  });

  it("that nobody uses ends by itself, says so, and frees its place", async () => {
    const { url, records } = await startEnv({ mostSessions: 1, idleSeconds: 0.2 });
    const idle = await RfcClient.connect(url);
    await idle.reset({ task: "bluetooth" });
    expect(JSON.parse(await idle.next())).toMatchObject({ type: "error", data: { code: "SESSION_ERROR" } });
    await idle.ended();
    expect(records).toEqual([expect.objectContaining({ kind: "left" })]);
    const next = await RfcClient.connect(url);
    expect(await next.reset({ task: "bluetooth" })).toMatchObject({ done: false });
  });

  it("takes tools by a step as MCP's clients send them", async () => {
    const { url } = await startEnv();
    const client = await RfcClient.connect(url);
    await client.reset({ task: "bluetooth" });
    const { observation } = await client.step({ type: "list_tools" });
    expect(observation.tools?.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["look", "tap", "finish"]),
    );
    const called = await client.step({
      type: "call_tool",
      tool_name: "open_app",
      arguments: { app: "Settings" },
    });
    expect(called.observation).toMatchObject({
      error: null,
      result: expect.stringContaining("Search settings"),
    });
    const failed = await client.step({ type: "call_tool", tool_name: "tap", arguments: { element: 150 } });
    expect(failed.observation.error?.message).toContain("150");
  });
});

describe("the HTTP interface", () => {
  it("keeps one environment for clients that name no session, and others by their ids", async () => {
    const { url } = await startEnv();
    const begun = await jsonOf(await post(`${url}/reset`, { task: "bluetooth", seed: 2 }));
    const opening = { action: { action: "open_app", app: "Settings" } };
    const stepped = await jsonOf(await post(`${url}/step`, opening));
    expect(stepped.observation.elementText).toContain("Search settings");
    const state = await (await fetch(`${url}/state`)).json();
    expect(state).toMatchObject({ step_count: 1, seed: 2, session_id: begun.metadata.session_id });
    const created = await post(`${url}/mcp`, { jsonrpc: "2.0", id: 1, method: "openenv/session/create" });
    const { session_id } = (await jsonOf(created)).result;
    await post(`${url}/reset`, { task: "bluetooth", session_id });
    expect(await (await fetch(`${url}/state?session_id=${session_id}`)).json()).toMatchObject({
      step_count: 0,
    });
  });

  it("answers mistakes by their status: 422, 404, 503, 500", async () => {
    const { url } = await startEnv({ mostSessions: 1 });
    expect((await post(`${url}/reset`, "{")).status).toBe(422);
    expect((await post(`${url}/reset`, { task: "fly" })).status).toBe(422);
    expect((await post(`${url}/step`, { action: { action: "home" }, session_id: "none" })).status).toBe(404);
    expect((await post(`${url}/step`, { action: { action: "home" } })).status).toBe(500);
    const row = { verifier_metadata: { task_id: "bluetooth", seed: 0 } };
    expect((await post(`${url}/seed_session`, row)).status).toBe(503);
    expect((await fetch(`${url}/nothing`)).status).toBe(404);
  });

  it("asks for its token on every path but the health, and takes it as a password", async () => {
    const { url } = await startEnv({ token: "secret" });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/metadata`)).status).toBe(401);
    await expect(RfcClient.connect(url)).rejects.toThrow("401");
    expect((await fetch(`${url}/metadata`, { headers: { authorization: "Bearer secret" } })).status).toBe(
      200,
    );
    const basic = `Basic ${Buffer.from("drover:secret").toString("base64")}`;
    const client = await RfcClient.connect(url, { authorization: basic });
    expect(await client.reset({ seed: 1 })).toMatchObject({ done: false });
  });

  it("refuses pages of the web, over WebSocket too", async () => {
    const { url } = await startEnv();
    await expect(RfcClient.connect(url, { origin: "https://example.com" })).rejects.toThrow("403");
    expect((await fetch(`${url}/state`, { headers: { origin: "https://example.com" } })).status).toBe(403);
  });
});
