import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMcpServer } from "../../../cli/mcp/mcp-server.ts";
import { called } from "../../e2e/call-mcp-tool.ts";

let client: Client;
beforeEach(async () => {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const { server } = createMcpServer({ farm: async () => ({ apiUrl: "http://127.0.0.1:1", token: "none" }) });
  await server.connect(ours);
  client = new Client({ name: "test", version: "1" });
  await client.connect(theirs);
});
afterEach(() => client.close());

describe("the tools' schemas", () => {
  it("cost a conversation little: each tool at most 2.3 kB, lease_device at most 1.5 kB", async () => {
    const { tools } = await client.listTools();
    const sizes = new Map(tools.map(({ name, inputSchema }) => [name, JSON.stringify(inputSchema).length]));
    expect(sizes.get("lease_device")).toBeLessThanOrEqual(1_500);
    expect(sizes.get("run_batch")).toBeLessThanOrEqual(2_300);
    for (const [name, size] of sizes)
      expect(size, name).toBeLessThanOrEqual(name === "run_batch" ? 2_300 : 1_800);
  });
});

describe("wrong arguments", () => {
  it.each([
    ["run_task", {}, "task: is missing: string expected"],
    ["run_task", { tsk: "Turn on Wi-Fi" }, "tsk: is not a known field (got Turn on Wi-Fi)"],
    ["get_screenshot", { jobId: "none", longEdge: 3 }, "longEdge: "],
    ["lease_device", { policy: { permissions: "yes" } }, "policy.permissions: "],
    ["lease_device", { policy: { package: {} } }, "policy.package: is not a known field (got {})"],
    ["release_device", {}, "sessionId: is missing"],
  ])("of %s are named by field, value and remedy: %j", async (tool, given, expected) => {
    const { isError, text } = await called(client, tool, given);
    expect(isError).toBe(true);
    expect(text).toContain(`| ${expected}`);
    expect(text).toContain("Correct the arguments and call again. There are: ");
    expect(text).not.toMatch(/"code"|"path"/);
  });

  it("of a tool that does not exist name those that do", async () => {
    const { isError, text } = await called(client, "tap");
    expect(isError).toBe(true);
    expect(text).toMatch(/There is no tool 'tap'\.\nCall one of: run_task, /);
  });
});
