import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listJobTools } from "#agent/tools/list-job-tools.ts";
import { handler as callTool } from "#functions/call-tool.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { stdioServer } from "../shared/mcp/start-tool-servers.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";
import { turnInput } from "./turn-input.ts";

let dir: string;
let functions: TestFunctions;
let calls: string;
let config: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-call-tool-"));
  calls = path.join(dir, "calls.txt");
  config = path.join(dir, "drover.config.mjs");
  const notes = stdioServer({ CALLS_FILE: calls, API_KEY: { keySource: "env:NOTES_KEY" } });
  await writeFile(config, `export default { mcp: { servers: { notes: ${JSON.stringify(notes)} } } };`);
  functions = await startFunctions({ DROVER_CONFIG_FILE: config, NOTES_KEY: "k-very-secret" });
});
afterAll(async () => {
  await functions.close();
  await rm(dir, { recursive: true, force: true });
});

let count = 300;
let jobId = jobIdOf(count);
beforeEach(async () => {
  jobId = jobIdOf(++count);
  await writeFile(calls, "");
});

const made = () => readFile(calls, "utf8");
const turn = (stepNumber = 1) => invoke(predictAction, turnInput(jobId, { stepNumber }));
const call = () => invoke(callTool, { schemaVersion: 1, tenantId, jobId, stepNumber: 1 });
const step = () => functions.repositories.steps.get(tenantId, jobId, 1);

/** A job whose agent chose to call that tool. */
async function calling(tool: string, given: unknown) {
  const tools = ["notes/*"];
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, tools });
  await functions.repositories.jobs.create(job);
  await listJobTools(job, await loadProjectConfig({ DROVER_CONFIG_FILE: config }), runtimeFor("prepare-job"));
  functions.model.answer({ action: "mcp_call", tool, arguments: given });
  return turn();
}

describe("a tool that an agent calls", () => {
  it("ends the turn without a device, answers, and is told in the next turn", async () => {
    expect(await calling("notes/read_note", { name: "alarm" })).toEqual({
      route: "callTool",
      stepNumber: 1,
      nextStepNumber: 2,
    });
    expect(functions.model.requests.at(-1)).toContain("notes/read_note(name: string, lines?: integer)");
    expect(await call()).toEqual({ ok: true });
    expect(await step()).toMatchObject({
      toolResult: {
        kind: "mcp_call",
        name: "notes/read_note",
        ok: true,
        text: "The alarm is to ring at 7:45.",
      },
      outcome: { ok: true, effect: "done" },
    });
    functions.model.answer({ action: "back" });
    await turn(2);
    expect(functions.model.requests.at(-1)).toContain("The alarm is to ring at 7:45.");
  });

  it("is called once, however often the state runs", async () => {
    await calling("notes/read_note", { name: "alarm" });
    expect([await call(), await call()]).toEqual([{ ok: true }, { ok: true }]);
    expect(await made()).toBe("read_note\n");
  });

  it("is not called again when nobody knows whether it did its work", async () => {
    await calling("notes/die", {});
    expect([await call(), await call()]).toEqual([{ ok: false }, { ok: false }]);
    expect(await made()).toBe("die\n");
    expect((await step())?.toolResult).toMatchObject({
      ok: false,
      text: expect.stringContaining("not known whether"),
    });
  });

  it("is not called by a process that finds the mark of one that died", async () => {
    await calling("notes/read_note", { name: "alarm" });
    const toolResult = { kind: "mcp_call", name: "notes/read_note", ok: false, text: "not known" } as const;
    await functions.repositories.steps.beginTool({ tenantId, jobId, stepNumber: 1, toolResult });
    expect(await call()).toEqual({ ok: false });
    expect(await made()).toBe("");
  });

  it.each([
    ["with arguments that do not fit", "notes/read_note", { name: 7 }, "arguments.name must be string"],
    ["with a secret", "notes/read_note", { name: "{{secret:shop}}" }, "secrets are typed on the device"],
  ])("%s is not called, and the agent is told why", async (_, tool, given, why) => {
    await calling(tool, given);
    expect(await call()).toEqual({ ok: false });
    expect((await step())?.toolResult?.text).toContain(why);
    expect(await made()).toBe("");
  });

  it("that fails is an answer", async () => {
    await calling("notes/fail", {});
    expect(await call()).toEqual({ ok: false });
    expect((await step())?.toolResult).toMatchObject({ ok: false, text: "the disk is full" });
  });

  it("is out of reach when the job's rules do not name it, however it got into the step", async () => {
    await calling("notes/delete_all", {});
    await functions.storage.clients.dynamodb.send(
      new UpdateCommand({
        TableName: functions.storage.tableName,
        Key: { pk: `${tenantId}#job#${jobId}`, sk: "job" },
        UpdateExpression: "SET tools = :tools",
        ExpressionAttributeValues: { ":tools": ["notes/read_*"] },
      }),
    );
    expect(await call()).toEqual({ ok: false });
    expect((await step())?.toolResult?.text).toContain("allows no tool 'notes/delete_all'");
    expect(await made()).toBe("");
  });

  it("keeps its server's secrets out of logs and results", async () => {
    await calling("notes/read_note", { name: "alarm" });
    await call();
    expect(functions.lines.join("\n")).not.toContain("k-very-secret");
    expect(JSON.stringify(await step())).not.toContain("k-very-secret");
  });
});
