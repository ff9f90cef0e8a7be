import { writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLineHere } from "../../cli/command-line-here.ts";
import { called } from "../call-mcp-tool.ts";
import { overStdio } from "./mcp-over-stdio.ts";
import { on } from "./one-farm.ts";

describe("drover mcp --policy", () => {
  const policy = { packages: { deny: ["com.android.deskclock"] }, actions: { deny: ["settings"] } };
  let client: Client;
  beforeAll(async () => {
    const file = path.join(on.dir, "policy.json");
    await writeFile(file, JSON.stringify(policy));
    client = await overStdio("--policy", file);
  }, 60_000);
  afterAll(() => client.close());

  const answerOf = async (name: string, args: object): Promise<Record<string, string>> =>
    (await called(client, name, args)).data;

  it("bounds what each tool starts, whatever its arguments ask for", async () => {
    const { jobId = "" } = await answerOf("run_task", { task: "Open the Clock app", waitSeconds: 0 });
    const { policy: ofJob } = await on.api.job(jobId);
    expect(ofJob.packages.deny).toEqual(["com.android.deskclock"]);
    // What the farm denies by itself is denied as before.
    expect(ofJob.actions.deny).toEqual(["install", "sms", "call", "settings"]);
    const { batchId = "" } = await answerOf("run_batch", {
      name: "b",
      tasks: [{ id: "a", task: "Open the Clock app" }],
      waitSeconds: 60,
    });
    const [item] = (await on.api.jobs({ batchId })).items;
    expect(item?.policy.packages.deny).toEqual(["com.android.deskclock"]);
    const leased = await answerOf("lease_device", {
      policy: { packages: { deny: [] }, actions: { deny: [] } },
    });
    const { sessionId = "" } = leased;
    const open = { sessionId, actions: [{ action: "open_app", app: "Clock" }] };
    expect((await answerOf("act_on_device", open)).result).toBe("denied");
    expect((await on.api.job(sessionId)).policy.actions.deny).toEqual(["settings"]);
    await answerOf("release_device", { sessionId });
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
