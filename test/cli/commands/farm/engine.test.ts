import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateStateMachineCommand, SFNClient, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, it } from "vitest";
import { droverCommand } from "../../../drover-command.ts";
import { killChild } from "../../../kill-child.ts";

/** Runs one command of `drover` in a process of its own. */
function run(name: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, ["--no-warnings", droverCommand, name, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function output(child: ChildProcess): Promise<string> {
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  await once(child, "close", { signal: AbortSignal.timeout(60_000) });
  return text;
}

let dir: string;
let engine: ChildProcess;
let ready: { readonly url: string; readonly region: string; accessKeyId: string; secretAccessKey: string };

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "engine-command-"));
  engine = run("engine", ["--dir", dir, "--port", "0"]);
  const [line] = await once(engine.stdout as NonNullable<typeof engine.stdout>, "data", {
    signal: AbortSignal.timeout(60_000),
  });
  ready = JSON.parse(String(line)) as typeof ready;
});

afterAll(async () => {
  await killChild(engine);
  rmSync(dir, { recursive: true });
});

it("drover engine serves the SDK, drover executions shows what ran, and SIGTERM ends it cleanly", async () => {
  const { url, region, accessKeyId, secretAccessKey } = ready;
  const client = new SFNClient({ endpoint: url, region, credentials: { accessKeyId, secretAccessKey } });
  const definition = JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "Greet",
    States: { Greet: { Type: "Pass", Output: "hi \u001b[2J there", End: true } },
  });
  const machine = { name: "greet", definition, roleArn: "arn:aws:iam::123456789012:role/r" };
  const { stateMachineArn } = await client.send(new CreateStateMachineCommand(machine));
  await client.send(new StartExecutionCommand({ stateMachineArn, name: "first" }));
  client.destroy();

  const list = await output(run("executions", ["--endpoint", url]));
  expect(list).toMatch(/first +greet +SUCCEEDED/);
  const shown = await output(run("executions", ["show", "first", "--endpoint", url]));
  expect(shown).toMatch(/3 +\+\d+ ms +PassStateExited +Greet/);
  expect(shown).not.toContain("\u001b");
  const asJson = await output(run("executions", ["show", "first", "--json", "--endpoint", url]));
  expect(JSON.parse(asJson)).toMatchObject({ status: "SUCCEEDED", events: { length: 4 } });

  engine.kill("SIGTERM");
  const [code] = await once(engine, "exit", { signal: AbortSignal.timeout(60_000) });
  expect(code).toBe(0);
});
