import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, it, onTestFinished } from "vitest";
import { RfcClient } from "./rfc-client.ts";
import { bluetoothTaps, elementWith, jsonOf, startEnv } from "./start-env.ts";

/** An agent with nothing but its tools, in the session that a trainer opened for it. */
async function agentIn(url: string, sessionId: unknown): Promise<Client> {
  const client = new Client({ name: "agent", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp?session_id=${sessionId}`)));
  onTestFinished(() => client.close());
  return client;
}

const textOf = (answer: Awaited<ReturnType<Client["callTool"]>>): string =>
  (answer.content as { text: string }[]).map(({ text }) => text).join("");

it("[spec G8] an agent has its tools by MCP, and neither reset nor step nor its reward", async () => {
  const { url } = await startEnv();
  const trainer = await RfcClient.connect(url);
  await trainer.reset({ task: "bluetooth" });
  const { session_id: id } = await trainer.state();
  const agent = await agentIn(url, id);
  const names = (await agent.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["look", "tap", "type", "finish"]));
  for (const hidden of ["reset", "step", "state", "close"]) expect(names).not.toContain(hidden);
  expect(textOf(await agent.callTool({ name: "look", arguments: {} }))).toContain("Turn on Bluetooth.");
  let seen = textOf(await agent.callTool({ name: "open_app", arguments: { app: "Settings" } }));
  for (const words of bluetoothTaps) {
    const element = elementWith({ elementText: seen }, words);
    seen = textOf(await agent.callTool({ name: "tap", arguments: { element } }));
  }
  const ended = textOf(await agent.callTool({ name: "finish", arguments: { status: "success" } }));
  expect(ended).toBe("The task has ended.");
  expect(await trainer.state()).toMatchObject({ done: true, reward: 1, step_count: 6 });
});

it("what an agent can mend is a result that says so, and what it cannot an error", async () => {
  const { url } = await startEnv();
  const trainer = await RfcClient.connect(url);
  const { session_id: id } = await trainer.state();
  const agent = await agentIn(url, id);
  await expect(agent.callTool({ name: "look", arguments: {} })).rejects.toThrow("reset first");
  await trainer.reset({ task: "bluetooth" });
  for (const call of [
    { name: "tap", arguments: { element: 150 } },
    { name: "tap", arguments: { element: "first" } },
    { name: "fly", arguments: {} },
    { name: "reset", arguments: {} },
  ])
    expect(await agent.callTool(call)).toMatchObject({ isError: true });
  expect(await trainer.state()).toMatchObject({ step_count: 1 });
  const stranger = await agentIn(url, "none");
  await expect(stranger.callTool({ name: "look", arguments: {} })).rejects.toThrow("no session 'none'");
});

it("the same over a trainer's own WebSocket, and sessions that MCP opens and closes", async () => {
  const { url } = await startEnv({ mostSessions: 2 });
  const client = await RfcClient.connect(url);
  await client.reset({ task: "bluetooth" });
  const rpc = async (method: string, params: object = {}) =>
    (await client.send("mcp", { jsonrpc: "2.0", id: 7, method, params })).data;
  expect(await rpc("tools/call", { name: "home" })).toMatchObject({ id: 7, result: { isError: false } });
  expect(await rpc("jump")).toMatchObject({ error: { code: -32_601 } });
  expect(await rpc("openenv/session/create")).toMatchObject({ result: await ownSession(client) });
  expect(await rpc("openenv/session/close", await ownSession(client))).toMatchObject({
    error: { code: -32_600 },
  });
  const create = { jsonrpc: "2.0", id: 1, method: "openenv/session/create" };
  const ask = async (body: object) =>
    jsonOf(await fetch(`${url}/mcp`, { method: "POST", body: JSON.stringify(body) }));
  const { result } = await ask(create);
  expect(await ask(create)).toMatchObject({ error: { code: -32_000, data: { max_sessions: 2 } } });
  expect(await ask({ ...create, method: "openenv/session/close", params: result })).toMatchObject({
    result: { ...result, closed: true },
  });
});

const ownSession = async (client: RfcClient) => ({ session_id: (await client.state()).session_id });
