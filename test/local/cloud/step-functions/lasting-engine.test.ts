import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLastingEngine } from "../../../../local/cloud/step-functions/lasting-engine.ts";
import type { PartStatus } from "../../../../local/farm-file.ts";

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-lasting-engine-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

it("starts an engine that failed again, from its journal", async () => {
  const statuses: PartStatus[] = [];
  let ends = 0;
  const engine = await startLastingEngine({
    dataDir: dir,
    port: null,
    region: "us-east-1",
    accountId: "123456789012",
    onChange: async (status) => {
      statuses.push(status);
    },
    onExecutionEnd: () => {
      ends += 1;
      if (ends === 1) throw new Error("nobody takes the event");
    },
    report: () => undefined,
  });
  const call = async (action: string, request: object) => {
    const { status, body } = await engine.service({
      method: "POST",
      path: "/",
      query: "",
      headers: {
        "x-amz-target": `AWSStepFunctions.${action}`,
        "content-type": "application/x-amz-json-1.0",
      },
      body: Buffer.from(JSON.stringify(request)),
    });
    return { status, answer: JSON.parse(String(body)) as Record<string, string> };
  };
  const { answer: machine } = await call("CreateStateMachine", {
    name: "ends",
    roleArn: "arn:aws:iam::123456789012:role/any",
    definition: JSON.stringify({
      QueryLanguage: "JSONata",
      StartAt: "End",
      States: { End: { Type: "Succeed" } },
    }),
  });
  const start = { stateMachineArn: machine.stateMachineArn };
  const first = await call("StartExecution", { ...start, name: "first" });
  await expect.poll(() => statuses.map(({ state }) => state)).toEqual(["backingOff", "running"]);
  expect(statuses[0]?.lastEnd).toBe("nobody takes the event");
  const { executionArn } = first.answer;
  expect((await call("DescribeExecution", { executionArn })).answer.status).toBe("SUCCEEDED");
  expect((await call("StartExecution", start)).status).toBe(200);
  await engine.stop();
});
