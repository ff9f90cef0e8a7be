import {
  CreateStateMachineCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from "@aws-sdk/client-sfn";
import { startEngine } from "@drover/step-functions";
import { afterAll, beforeAll, expect, it } from "vitest";
import { handler as sweepExecutions } from "#functions/sweep-executions.ts";
import { plainLines, startBatch } from "../batches/items/batch-world.ts";
import { jobIdOf, sampleJob, tenantId } from "../shared/storage/sample-records.ts";
import { invoke, startFunctions, type TestFunctions } from "./start-functions.ts";

const region = "us-east-1";
const accountId = "000000000000";
const machineArn = (name: string) => `arn:aws:states:${region}:${accountId}:stateMachine:${name}`;

let engine: Awaited<ReturnType<typeof startEngine>>;
let functions: TestFunctions;
let sfn: SFNClient;

/** A job or a batch whose machine waits for an hour. */
beforeAll(async () => {
  engine = await startEngine({ dataDir: null, region, accountId });
  functions = await startFunctions({ AWS_ENDPOINT_URL_SFN: engine.url });
  sfn = new SFNClient({
    region,
    endpoint: engine.url,
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
  const definition = JSON.stringify({
    QueryLanguage: "JSONata",
    StartAt: "Wait",
    States: { Wait: { Type: "Wait", Seconds: 3_600, End: true } },
  });
  for (const name of ["job", "workflow", "roles", "batch"])
    await sfn.send(
      new CreateStateMachineCommand({ name, roleArn: `arn:aws:iam::${accountId}:role/${name}`, definition }),
    );
});
afterAll(async () => {
  sfn.destroy();
  await functions.close();
  await engine.close();
});

const sweep = (): Promise<unknown> => invoke(sweepExecutions, {});

async function started(machine: string, name: string, input: object): Promise<string> {
  const { executionArn = "" } = await sfn.send(
    new StartExecutionCommand({
      stateMachineArn: machineArn(machine),
      name,
      input: JSON.stringify({ schemaVersion: 1, tenantId, ...input }),
    }),
  );
  return executionArn;
}

const stopped = (executionArn: string) =>
  sfn.send(new StopExecutionCommand({ executionArn, error: "Gone", cause: "somebody stopped it" }));

/** Whoever waits for an execution comes first. */
const pass = (seconds: number): void => {
  functions.clock.now = new Date(Date.now() + seconds * 1_000);
};

it("[fault D28] ends a job whose execution was stopped from outside as inconclusive, once, and leaves those that run", async () => {
  const [lost, running] = [sampleJob({ jobId: jobIdOf(1) }), sampleJob({ jobId: jobIdOf(2) })];
  for (const job of [lost, running]) await functions.repositories.jobs.create(job);
  await stopped(await started("job", "lost", { jobId: lost.jobId }));
  await started("job", running.jobId, { jobId: running.jobId });
  pass(0);
  expect(await sweep()).toEqual({ ended: 0 });
  pass(90);
  expect(await sweep()).toEqual({ ended: 1 });
  expect(await functions.repositories.jobs.get(tenantId, lost.jobId)).toMatchObject({
    status: "finished",
    outcome: "inconclusive",
    outcomeReason: expect.stringContaining("ABORTED: Gone: somebody stopped it"),
  });
  expect(await functions.repositories.jobs.get(tenantId, running.jobId)).not.toHaveProperty("outcome");
  expect(await sweep()).toEqual({ ended: 0 });
});

it("[fault D28] ends a batch whose execution was stopped from outside as failed, and one that was being cancelled as cancelled", async () => {
  const [lost, cancelling, gone] = [
    await startBatch(functions, plainLines(1)),
    await startBatch(functions, plainLines(1)),
    await startBatch(functions, plainLines(1)),
  ];
  await cancelling.change({ status: "cancelling", statusReason: "wrong file (ann)" });
  for (const batch of [lost, cancelling, gone])
    await stopped(await started("batch", `${batch.batchId}-1`, { batchId: batch.batchId, run: 1 }));
  // Somebody has gone on with the third already.
  await gone.change({ run: 2 });
  pass(90);
  expect(await sweep()).toEqual({ ended: 2 });
  expect(await lost.batch()).toMatchObject({
    status: "failed",
    statusReason: expect.stringMatching(/execution failed: ABORTED: Gone.*resume it/),
  });
  expect(await cancelling.batch()).toMatchObject({ status: "cancelled" });
  expect(await gone.batch()).toMatchObject({ status: "running", run: 2 });
});
