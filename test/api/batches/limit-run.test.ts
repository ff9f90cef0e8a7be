import { CreateStateMachineCommand, ListMapRunsCommand, StartExecutionCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, expect, it } from "vitest";
import { limitRun } from "#api/batches/limit-run.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { startApi, type TestApi } from "../start-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A round that begins a moment after its execution, as one whose PrepareRound has just answered. */
const definition = JSON.stringify({
  QueryLanguage: "JSONata",
  StartAt: "Soon",
  States: {
    Soon: { Type: "Wait", Seconds: 1, Next: "Round" },
    Round: {
      Type: "Map",
      Items: "{% $range(1, 3, 1) %}",
      MaxConcurrency: 1,
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "Work",
        States: { Work: { Type: "Wait", Seconds: 3_600, End: true } },
      },
      End: true,
    },
  },
});

it("reaches a round that was planned with the number before and is only about to begin", async () => {
  const { sfn } = api;
  const roleArn = "arn:aws:iam::000000000000:role/round";
  const { stateMachineArn } = await sfn.send(
    new CreateStateMachineCommand({ name: "round", roleArn, definition }),
  );
  const { executionArn = "" } = await sfn.send(new StartExecutionCommand({ stateMachineArn, input: "{}" }));
  const batchId = BatchId.parse("01JB0000000000000000000000");
  let waits = 0;
  // Not a pause of so long, but until the round is there: this machine may be slow.
  const sleep = async (): Promise<void> => {
    waits += 1;
    for (;;) {
      const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn }));
      if (mapRuns.length > 0) return;
    }
  };
  const logger = { info: () => {} };
  await limitRun({ executionArn, batchId }, 3, { clients: { sfn: async () => sfn }, logger, sleep });
  expect(waits).toBe(1);
  const { mapRuns = [] } = await sfn.send(new ListMapRunsCommand({ executionArn }));
  const mapRunArn = mapRuns[0]?.mapRunArn;
  expect(await api.engine.api.call("DescribeMapRun", { mapRunArn })).toMatchObject({ maxConcurrency: 3 });
});
