import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { buildTrajectory, recordOf } from "#agent/job/build-trajectory.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { callbackKey } from "#shared/contracts/farm/keys.ts";
import { refused } from "../../api/call-api.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import {
  answer,
  answersUrl,
  api,
  ask,
  asking,
  job,
  jobId,
  lastPrompt,
  later,
  open,
  startAgain,
  step,
  taskToken,
  tokenKept,
  turn,
  withAskingJobs,
} from "./asking-job.ts";

withAskingJobs();

const trajectory = async () => {
  const running = await job();
  if (running === null) throw new Error("the job is lost");
  const runtime = runtimeFor("api");
  return buildTrajectory(running, await recordOf(running, runtime), runtime);
};

describe("an answer", () => {
  it("[spec I4.3] is the tool's result of the next turn, and the wait does not count", async () => {
    await ask();
    await open();
    later(30);
    expect(await answer("The one at 7:30", { by: "Ada" })).toMatchObject({
      status: 200,
      body: { status: "answered", answer: "The one at 7:30", by: "Ada" },
    });
    expect(await tokenKept()).toBe(false);
    api.model.answer({ action: "back" });
    expect(await turn(2, "2026-01-01T00:30:01.000Z")).toMatchObject({ route: "perform", stepNumber: 2 });
    expect(lastPrompt()).toContain(
      '{\\"tool_result\\":{\\"tool\\":\\"ask_user\\",\\"result\\":\\"The one at 7:30\\"}}',
    );
    expect(await step()).toMatchObject({
      toolResult: { kind: "ask_user", name: "1", ok: true, text: "The one at 7:30" },
    });
    expect(await job()).toMatchObject({ pausedMilliseconds: 30 * 60_000 });
    expect((await job())?.pause).toBeUndefined();
  });

  it("is taken once: the same again is harmless, another is refused", async () => {
    await ask();
    await open();
    await answer("A");
    expect((await answer("A")).status).toBe(200);
    const problem = await refused(409, "POST", answersUrl(), { body: { answer: "B" } });
    expect(problem).toMatchObject({
      code: "AnswerRefused",
      detail: expect.stringContaining("it got another answer"),
    });
  });

  it("that comes too late is refused, whether or not the job has noticed", async () => {
    await ask();
    later(61);
    const url = answersUrl();
    expect((await refused(409, "POST", url, { body: { answer: "A" } })).detail).toContain(
      "its time was over",
    );
    api.model.answer({ action: "back" });
    await turn(2, "2026-01-01T01:01:00.000Z");
    expect((await refused(409, "POST", url, { body: { answer: "A" } })).detail).toContain(
      "it had no answer in time",
    );
  });

  it("that could not be delivered is delivered when it is sent again", async () => {
    const delivered: string[] = [];
    let isAway = true;
    const service = createServer((request, response) => {
      let text = "";
      request.on("data", (chunk: Buffer) => {
        text += chunk;
      });
      request.on("end", () => {
        if (!isAway) delivered.push(text);
        response.writeHead(isAway ? 503 : 200, { "content-type": "application/x-amz-json-1.0" }).end("{}");
      });
    });
    await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
    const { port } = service.address() as AddressInfo;
    await startAgain({ AWS_ENDPOINT_URL_SFN: `http://127.0.0.1:${port}` });
    try {
      await ask();
      await open();
      const problem = await refused(503, "POST", answersUrl(), { body: { answer: "A" } });
      expect(problem.code).toBe("StorageUnavailable");
      expect(await api.repositories.questions.listByJob(tenantId, jobId)).toMatchObject([
        { status: "answered", answer: "A" },
      ]);
      expect(await tokenKept()).toBe(true);
      isAway = false;
      expect((await answer("A")).status).toBe(200);
      expect(delivered).toEqual([JSON.stringify({ taskToken, output: '{"cancelled":false}' })]);
      expect(await tokenKept()).toBe(false);
    } finally {
      await startAgain();
      service.closeAllConnections();
      service.close();
    }
  });

  it("that was there before the token ends the wait at once", async () => {
    await ask();
    await answer("A");
    expect(await open()).toEqual({ opened: false });
    expect(await tokenKept()).toBe(false);
  });
});

describe("the task token of a question", () => {
  it("is an object that no link reaches, and in no item, log line or trajectory", async () => {
    await ask();
    await open();
    const { clients, tableName } = api.storage;
    const items = await clients.dynamodb.send(new ScanCommand({ TableName: tableName }));
    const { job: told, steps } = await trajectory();
    expect(JSON.stringify([told, steps])).not.toContain(taskToken);
    expect(JSON.stringify(items)).toContain(asking.question);
    expect(JSON.stringify(items)).not.toContain(taskToken);
    expect(api.lines.join("\n")).not.toContain(taskToken);
    const key = callbackKey(tenantId, jobId, "1");
    await expect(api.storage.artifacts.link(tenantId, key, 60)).rejects.toMatchObject({ code: "NotFound" });
  });
});
