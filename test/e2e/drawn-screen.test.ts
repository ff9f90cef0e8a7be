import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, type RunningFarm, startUpIn } from "./drover-process.ts";

/** Plays the game by the text that the prompt says is in the picture; knows no place on the screen by itself. */
const plan = ["New round", "Banana"];

function nextAction(prompt: string): Record<string, unknown> {
  const screen = prompt.slice(prompt.lastIndexOf("<screen>"), prompt.lastIndexOf("</screen>"));
  if (screen.includes("Well done")) return { action: "FINISH", status: "success", summary: "Won." };
  const read = [...screen.matchAll(/\[(\d+)\] TEXT "([^"]+)" \[OCR\]/g)];
  const next = read.find(([, , text]) => plan.includes(text ?? ""));
  if (next !== undefined) return { action: "tap", element: Number(next[1]) };
  return /app: .*com\.example\.wordgame/.test(screen)
    ? { action: "FINISH", status: "failure", summary: "There is nothing to read here." }
    : { action: "open_app", app: "Word Game" };
}

const model = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { messages = [] } = JSON.parse(Buffer.concat(chunks).toString() || "{}");
    const content = JSON.stringify(messages);
    const { action, ...input } = nextAction(content.replaceAll('\\"', '"').replaceAll("\\n", "\n"));
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-5-5",
        stop_reason: "tool_use",
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 10 },
        content: [
          { type: "tool_use", id: "toolu_1", name: action, input: { thinking: "By the text.", ...input } },
        ],
      }),
    );
  });
});

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-drawn-"));
  await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(model.address() as AddressInfo).port}`;
  farm = await startUpIn({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "sk-test" }, dir);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  model.closeAllConnections();
  await new Promise((resolve) => model.close(resolve));
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec R1] [spec R7] [spec I4.1] plays a game whose screen has no element but what is read out of its picture", async () => {
  const check = JSON.stringify({
    kind: "sqliteRow",
    database: "/data/data/com.example.wordgame/databases/scores.db",
    table: "scores",
    where: { answer: "Banana" },
  });
  const job = doneJob(await commandLineHere("run", "Win a round", "--check", check, "--json", "--dir", dir));
  expect(job, JSON.stringify(job)).toMatchObject({
    outcome: "succeeded",
    judgement: [{ verdict: "passed" }],
    stepCount: 4,
  });
  const { items } = await createApiClient(farm.file).steps(job.jobId);
  expect(items.map(({ picture }) => picture)).toEqual([
    { sent: false, reason: "readable" },
    { sent: true, reason: "poorTree" },
    { sent: true, reason: "poorTree" },
    { sent: true, reason: "poorTree" },
  ]);
  expect(items.map(({ actions }) => actions[0]?.element)).toEqual([
    undefined,
    'TEXT "New round"',
    'TEXT "Banana"',
    undefined,
  ]);
}, 120_000);
