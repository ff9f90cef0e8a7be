import { setImmediate as turn } from "node:timers/promises";
import { startEngine } from "@drover/step-functions";
import { describe, expect, it } from "vitest";
import { ManualClock } from "../state-machines/manual-clock.ts";

const tasks = 500;
const devices = 5;
const taskSeconds = 40;
const timeoutSeconds = 60;

/** A batch as a Distributed Map: each child waits on an activity worker, as a job waits on a device. */
const definition = JSON.stringify({
  QueryLanguage: "JSONata",
  StartAt: "RunBatch",
  States: {
    RunBatch: {
      Type: "Map",
      Items: `{% $range(1, ${tasks}, 1) %}`,
      MaxConcurrency: devices,
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "RunTask",
        States: {
          RunTask: {
            Type: "Task",
            Resource: "arn:aws:states:us-east-1:000000000000:activity:device",
            TimeoutSeconds: timeoutSeconds,
            End: true,
          },
        },
      },
      Output: "{% $count($states.result) %}",
      End: true,
    },
  },
});

describe("a batch of 500 tasks on 5 devices", () => {
  it("[fault D16] times no task out for the time it waited for a device, however long the batch takes", async () => {
    const clock = new ManualClock();
    const engine = await startEngine({
      dataDir: null,
      port: null,
      region: "us-east-1",
      accountId: "000000000000",
      clock,
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as they come
    const call = (action: string, input: object): Promise<any> => engine.api.call(action, input as never);
    try {
      const { activityArn } = await call("CreateActivity", { name: "device" });
      const roleArn = "arn:aws:iam::000000000000:role/batch";
      const { stateMachineArn } = await call("CreateStateMachine", { name: "batch", definition, roleArn });
      const started = clock.now();
      const { executionArn } = await call("StartExecution", { stateMachineArn, input: "{}" });

      for (let done = 0; done < tasks; ) {
        const held: string[] = [];
        while (held.length < devices && done + held.length < tasks) {
          held.push((await call("GetActivityTask", { activityArn })).taskToken);
        }
        clock.advance(taskSeconds * 1000);
        for (const taskToken of held) await call("SendTaskSuccess", { taskToken, output: "{}" });
        done += held.length;
      }
      const execution = await ended(() => call("DescribeExecution", { executionArn }));
      expect(execution).toMatchObject({ status: "SUCCEEDED", output: String(tasks) });
      expect(clock.now() - started).toBeGreaterThan(timeoutSeconds * 1000);
    } finally {
      await engine.close();
    }
  });
});

async function ended(describeExecution: () => Promise<{ readonly status: string }>) {
  for (let turns = 0; turns < 10_000; turns += 1) {
    const execution = await describeExecution();
    if (execution.status !== "RUNNING") return execution;
    await turn();
  }
  throw new Error("the batch does not end");
}
