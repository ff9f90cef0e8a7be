import { writeFile } from "node:fs/promises";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineHere } from "../../cli/command-line-here.ts";
import { droverCommand } from "../../drover-command.ts";
import { on } from "./one-farm.ts";

describe("drover mcp --policy", () => {
  const policy = { packages: { deny: ["com.android.deskclock"] }, actions: { deny: ["settings"] } };
  let client: Client;
  beforeAll(async () => {
    const file = path.join(on.dir, "policy.json");
    await writeFile(file, JSON.stringify(policy));
    client = new Client({ name: "test", version: "1" });
    const args = [droverCommand, "mcp", "--dir", on.dir, "--policy", file];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    await client.listTools();
  }, 60_000);
  afterAll(() => client.close());

  async function called(name: string, args: object): Promise<Record<string, string>> {
    const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
    return structuredContent as Record<string, string>;
  }

  it("bounds what each tool starts, whatever its arguments ask for", async () => {
    const { jobId = "" } = await called("run_task", { task: "Open the Clock app", waitSeconds: 0 });
    const { policy: ofJob } = await on.api.job(jobId);
    expect(ofJob.packages.deny).toEqual(["com.android.deskclock"]);
    // What the farm denies by itself is denied as before.
    expect(ofJob.actions.deny).toEqual(["install", "sms", "call", "settings"]);
    const { batchId = "" } = await called("run_batch", {
      name: "b",
      tasks: [{ id: "a", task: "Open the Clock app" }],
      waitSeconds: 60,
    });
    const [item] = (await on.api.jobs({ batchId })).items;
    expect(item?.policy.packages.deny).toEqual(["com.android.deskclock"]);
    const leased = await called("lease_device", {
      policy: { packages: { deny: [] }, actions: { deny: [] } },
    });
    const { sessionId = "" } = leased;
    const open = { sessionId, actions: [{ action: "open_app", app: "Clock" }] };
    expect((await called("act_on_device", open)).result).toBe("denied");
    expect((await on.api.job(sessionId)).policy.actions.deny).toEqual(["settings"]);
    await called("release_device", { sessionId });
  }, 120_000);

  it("is written into a client's configuration, and wants a policy", async () => {
    const shown = await commandLineHere(
      "mcp",
      "install",
      "claude-code",
      "--print",
      "--policy",
      JSON.stringify(policy),
    );
    expect(JSON.parse(shown.stdout).mcpServers.drover.args.slice(-2)).toEqual([
      "--policy",
      JSON.stringify(policy),
    ]);
    const wrong = await commandLineHere("mcp", "--policy", '{"actions":{"deny":["fly"]}}');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("actions.deny.0") });
    const missing = await commandLineHere("mcp", "--policy", path.join(on.dir, "none.json"));
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read") });
  }, 60_000);
});
