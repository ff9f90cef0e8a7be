import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";
import Anthropic from "@anthropic-ai/sdk";
import { afterEach, expect, it } from "vitest";
import { readModelArguments, UsageError } from "../src/server-command.ts";

const command = path.resolve(import.meta.dirname, "../bin/practice-model.js");
let child: ChildProcess | undefined;
afterEach(() => void child?.kill("SIGKILL"));

it("says in one JSON line where it answers, with the key it is given, and ends with 0 on SIGTERM", async () => {
  const started = spawn(process.execPath, [command, "--api-key", "mine"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child = started;
  const [line] = await once(createInterface({ input: started.stdout }), "line");
  const { url, apiKey, model } = JSON.parse(line);
  expect(apiKey).toBe("mine");
  const messages = [{ role: "user" as const, content: "Hello" }];
  const reply = await new Anthropic({ baseURL: url, apiKey }).messages.create({
    model,
    max_tokens: 64,
    messages,
  });
  expect(reply.content).toMatchObject([{ text: expect.stringContaining("practice model") }]);
  started.kill("SIGTERM");
  expect((await once(started, "exit"))[0]).toBe(0);
});

it("names the port that is in use", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const started = spawn(process.execPath, [command, "--port", String(port)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  child = started;
  const said = started.stderr.toArray();
  expect((await once(started, "exit"))[0]).toBe(1);
  expect(Buffer.concat(await said).toString()).toContain(`Port ${port} on 127.0.0.1 is in use`);
  taken.close();
});

it.each([
  [["--port", "70000"], "0 to 65535"],
  [["--latency", "soon"], "0 to 60000"],
  [["--requests-per-minute", "0"], "1 to 1000000"],
  [["--service", "none"], "openai, gemini, groq, ollama, vllm"],
  [["--api-key", ""], "--api-key"],
  [["--play", "a b"], "--play"],
  [["--scenario", "/none.json"], "ENOENT"],
  [["--unknown"], "--unknown"],
])("refuses %j and says what to give", (args, why) => {
  expect(() => readModelArguments(args)).toThrow(UsageError);
  expect(() => readModelArguments(args)).toThrow(why);
});

it("takes the usual key without --api-key, and no arguments are needed", () => {
  expect(readModelArguments([], "usual")).toMatchObject({
    port: 0,
    apiKey: "usual",
    service: "openai",
    script: [],
  });
});
