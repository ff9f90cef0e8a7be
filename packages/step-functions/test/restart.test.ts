import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineUnderTest, serviceHandler } from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};
const lambda = "arn:aws:states:::lambda:invoke.waitForTaskToken";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

/** Every call to a function ends here with its payload. */
function clientCollecting(payloads: Record<string, string>[]): LambdaClient {
  const requestHandler = serviceHandler(({ body }) => {
    payloads.push(body as Record<string, string>);
    return { body: null };
  });
  return new LambdaClient({ ...CONFIG, requestHandler: requestHandler as never });
}

const asking = {
  StartAt: "Set",
  States: {
    Set: { Type: "Pass", Assign: { kept: "{% $states.input.n * 2 %}" }, Next: "Fan" },
    Fan: {
      Type: "Map",
      Items: [1, 2],
      ItemProcessor: {
        StartAt: "Ask",
        States: {
          Ask: {
            Type: "Task",
            Resource: lambda,
            Arguments: { FunctionName: "f", Payload: { token: "{% $states.context.Task.Token %}" } },
            Next: "Add",
          },
          Add: {
            Type: "Pass",
            Output: "{% $kept + $states.input + $states.context.Map.Item.Value %}",
            End: true,
          },
        },
      },
      End: true,
    },
  },
};

async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("the condition did not come true");
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("an engine that is started again on the same folder", () => {
  it("takes answers to tokens that went out before, with variables and Map items as they were", async () => {
    const payloads: Record<string, string>[] = [];
    const clients = { lambda: clientCollecting(payloads) };
    const first = await EngineUnderTest.start({ dataDir, clients });
    const arn = await first.begin(asking, { n: 50 });
    await until(() => payloads.length === 2);
    const [one = {}, two = {}] = payloads;
    await first.call("SendTaskSuccess", { taskToken: one.token ?? "", output: "10" });
    await first.close();

    const second = await EngineUnderTest.start({ dataDir, clients });
    await second.call("SendTaskSuccess", { taskToken: two.token ?? "", output: "20" });
    const ran = await second.ended(arn);
    expect(ran.output).toEqual([111, 122]);
    expect(ran.events.map(({ id }) => id)).toEqual(ran.events.map((_, index) => index + 1));
    await second.close();
  });

  it.each([1, 2, 3])(
    "takes answers to tokens whose requests were answered %i short turns before it closed",
    async (turns) => {
      const payloads: Record<string, string>[] = [];
      const reply = Promise.withResolvers<{ body: null }>();
      const requestHandler = serviceHandler(({ body }) => {
        payloads.push(body as Record<string, string>);
        return reply.promise;
      });
      const clients = () => ({
        lambda: new LambdaClient({ ...CONFIG, requestHandler: requestHandler as never }),
      });
      const first = await EngineUnderTest.start({ dataDir, clients: clients() });
      const arn = await first.begin(asking, { n: 50 });
      await until(() => payloads.length === 2);
      const tokens = payloads.map(({ token = "" }) => token);
      // On a busy machine a turn has no time left before it has run all that is ready.
      let now = performance.now();
      const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1_000));
      reply.resolve({ body: null });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await first.close();
      clock.mockRestore();

      const second = await EngineUnderTest.start({ dataDir, clients: clients() });
      for (const taskToken of tokens) await second.call("SendTaskSuccess", { taskToken, output: "10" });
      expect((await second.ended(arn)).output).toEqual([111, 112]);
      await second.close();
    },
  );

  it("asks again for what was not answered, without anyone calling it", async () => {
    const calls: string[] = [];
    const silent = serviceHandler(({ path }) => {
      calls.push(path);
      return new Promise(() => {});
    });
    const lambda = () => new LambdaClient({ ...CONFIG, requestHandler: silent as never });
    const States = {
      Call: {
        Type: "Task",
        Resource: "arn:aws:states:::lambda:invoke",
        Arguments: { FunctionName: "f" },
        End: true,
      },
    };
    const first = await EngineUnderTest.start({ dataDir, clients: { lambda: lambda() } });
    await first.begin({ StartAt: "Call", States });
    await until(() => calls.length === 1);
    await first.close();
    const second = await EngineUnderTest.start({ dataDir, clients: { lambda: lambda() } });
    await until(() => calls.length === 2);
    await second.close();
  });

  it("fires a Wait at its original time, also when that has passed meanwhile", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const definition = { StartAt: "W", States: { W: { Type: "Wait", Seconds: 1, End: true } } };
    const arn = await first.begin(definition);
    await first.close();
    const later = {
      now: () => Date.now() + 60_000,
      schedule: (fire: () => void) => {
        const handle = setImmediate(fire);
        return () => clearImmediate(handle);
      },
    };
    const second = await EngineUnderTest.start({ dataDir, clock: later });
    expect((await second.ended(arn)).status).toBe("SUCCEEDED");
    await second.close();
  });

  it("fails the one execution that the journal says nonsense of, and goes on with the others", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const waiting = { StartAt: "W", States: { W: { Type: "Wait", Seconds: 3_600, End: true } } };
    const arns = [await first.begin(waiting), await first.begin(waiting), await first.begin(waiting)];
    const [torn = "", unknownState = "", sound = ""] = arns;
    await first.close();
    const database = new DatabaseSync(join(dataDir, "step-functions.sqlite"));
    const change = database.prepare(
      "UPDATE threads SET live = ? WHERE execution_id = (SELECT id FROM executions WHERE arn = ?)",
    );
    change.run("{", torn);
    change.run('{"state":"Gone","cursor":2}', unknownState);
    database.close();

    const second = await EngineUnderTest.start({ dataDir });
    for (const arn of [torn, unknownState]) {
      expect(await second.ended(arn)).toMatchObject({ status: "FAILED", error: "States.Runtime" });
      expect((await second.history(arn)).at(-1)?.type).toBe("ExecutionFailed");
    }
    expect(await second.call("DescribeExecution", { executionArn: sound })).toMatchObject({
      status: "RUNNING",
    });
    await second.close();
  });

  it("refuses a folder that another engine uses", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    await first.begin({ StartAt: "P", States: { P: { Type: "Pass", End: true } } });
    await expect(EngineUnderTest.start({ dataDir })).rejects.toThrow(/lock/);
    await first.close();
  });
});
