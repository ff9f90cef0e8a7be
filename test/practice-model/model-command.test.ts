import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Anthropic from "@anthropic-ai/sdk";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { droverCommand } from "../drover-command.ts";
import { killChild } from "../kill-child.ts";

const Ready = z.object({ url: z.url(), apiKey: z.string(), model: z.literal("practice-1") });

let dir: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-model-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));
afterEach(() => killChild(child));

function start(...options: string[]) {
  const started = spawn(process.execPath, [droverCommand, "model", ...options]);
  child = started;
  return started;
}

async function failure(...options: string[]): Promise<{ code: unknown; said: string }> {
  const started = start(...options);
  let said = "";
  started.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  const [code] = await once(started, "close");
  return { code, said };
}

describe("drover model", () => {
  it.each(["SIGTERM", "SIGINT"] as const)(
    "prints its address on one line, answers, and ends cleanly on %s",
    async (signal) => {
      const scenario = path.join(dir, "scenario.json");
      await writeFile(scenario, JSON.stringify([{ raw: "scripted" }]));
      const started = start("--scenario", scenario);
      const [line] = await once(createInterface({ input: started.stdout }), "line");
      const { url, apiKey, model } = Ready.parse(JSON.parse(String(line)));
      const client = new Anthropic({ baseURL: url, apiKey });
      const reply = await client.messages.create({
        model,
        max_tokens: 64,
        messages: [{ role: "user", content: "Hello" }],
      });
      expect(reply.content).toMatchObject([{ text: "scripted" }]);
      started.kill(signal);
      expect((await once(started, "close"))[0]).toBe(0);
    },
  );

  it("names what is wrong with a scenario", async () => {
    const broken = path.join(dir, "broken.json");
    await writeFile(broken, JSON.stringify([{ replies: 1 }]));
    expect(await failure("--scenario", broken)).toMatchObject({
      code: 2,
      said: expect.stringContaining("is not a scenario"),
    });
    expect(await failure("--scenario", path.join(dir, "none.json"))).toMatchObject({
      code: 2,
      said: expect.stringContaining("ENOENT"),
    });
  });

  it("refuses a port that is none", async () => {
    expect((await failure("--port", "70000")).said).toContain("0 to 65535");
  });
});
