import { afterAll, expect, it } from "vitest";
import { startLastingEngine } from "../../../../local/cloud/step-functions/lasting-engine.ts";
import type { PartStatus } from "../../../../local/farm-file.ts";
import { mountSmallDisk, noSmallDisk } from "../../../small-disk.ts";

const disk = mountSmallDisk(8);
afterAll(() => disk?.unmount());

it.runIf(disk)(
  `[fault A19] answers 503 while the journal's disk is full, and goes on with what it had when there is room${disk ? "" : noSmallDisk}`,
  async () => {
    if (disk === null) return;
    const statuses: PartStatus[] = [];
    const engine = await startLastingEngine({
      dataDir: disk.dir,
      port: null,
      region: "us-east-1",
      accountId: "123456789012",
      onChange: async (status) => {
        statuses.push(status);
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
    const machine = await call("CreateStateMachine", {
      name: "waits",
      roleArn: "arn:aws:iam::123456789012:role/any",
      definition: JSON.stringify({
        QueryLanguage: "JSONata",
        StartAt: "Wait",
        States: { Wait: { Type: "Wait", Seconds: 3600, End: true } },
      }),
    });
    const { stateMachineArn } = machine.answer;
    const before = await call("StartExecution", { stateMachineArn, name: "before" });
    disk.fill();
    // The journal has room of its own left until its pages are full.
    const input = JSON.stringify("x".repeat(200_000));
    await expect
      .poll(async () => (await call("StartExecution", { stateMachineArn, input })).status)
      .toBe(503);
    // Starts that fail on a full disk leave nothing in the way of those that come after.
    const failed = (): number => statuses.filter(({ state }) => state === "backingOff").length;
    await expect.poll(failed).toBeGreaterThan(3);
    disk.empty();
    await expect.poll(async () => (await call("StartExecution", { stateMachineArn })).status).toBe(200);
    const { answer } = await call("DescribeExecution", { executionArn: before.answer.executionArn });
    expect(answer.status).toBe("RUNNING");
    expect(statuses.at(0)).toMatchObject({ state: "backingOff", lastEnd: expect.stringContaining("full") });
    expect(statuses.at(-1)).toMatchObject({ state: "running" });
    expect(statuses.filter(({ lastEnd }) => lastEnd?.includes("locked"))).toEqual([]);
    await engine.stop();
  },
  60_000,
);
