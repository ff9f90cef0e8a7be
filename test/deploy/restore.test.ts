import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  DescribeContinuousBackupsCommand,
  DescribeTimeToLiveCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type ChildPart, startChildPart } from "#local/child-part.ts";
import { clientOf, deployFarm, output } from "./deployed-farm.ts";
import type { Rehearsal } from "./rehearse.ts";
import * as work from "./rehearsed-work.ts";
import { bareSettings, synthesiser } from "./synthesise.ts";
import { documentedContext, restoreAsDocumented } from "./tables/documented-restore.ts";

let dir: string;
let model: ChildPart;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-restore-"));
  const scenario = path.join(dir, "scenario.json");
  await writeFile(scenario, JSON.stringify(work.script));
  const logDirectory = path.join(dir, "logs");
  model = await startChildPart({ name: "model", arguments: ["model", "--scenario", scenario], logDirectory });
});
afterAll(async () => {
  await model?.stop();
  await rm(dir, { recursive: true });
});

const countIn = async ({ cloud }: Rehearsal, TableName: string): Promise<number | undefined> =>
  (await cloud.admin.dynamodb.send(new ScanCommand({ TableName, Select: "COUNT" }))).Count;

it("[fault D31] the documented steps put a restored table in the place of the stack's own, and the farm has the jobs of then", async () => {
  const synth = synthesiser(dir, inject("bundles"));
  const surroundings = { model, toolUrl: "http://127.0.0.1:9" };
  const before = await deployFarm(
    { ...surroundings, dir: path.join(dir, "before") },
    synth("bare", bareSettings),
  );
  const names = { TableName: output(before, "TableName"), RestoredTable: "drover-prod-restored" };
  const { dynamodb } = before.cloud.admin;
  const { jobId } = await work.stopExecutionOfJob(before);
  await restoreAsDocumented(dynamodb, names);
  // What comes after that moment is not in it.
  await work.stopExecutionOfJob(before);
  const { TimeToLiveDescription } = await dynamodb.send(
    new DescribeTimeToLiveCommand({ TableName: names.RestoredTable }),
  );
  expect(TimeToLiveDescription).toEqual({ AttributeName: "ttl", TimeToLiveStatus: "ENABLED" });
  const { ContinuousBackupsDescription } = await dynamodb.send(
    new DescribeContinuousBackupsCommand({ TableName: names.RestoredTable }),
  );
  expect(ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus).toBe(
    "ENABLED",
  );
  const left = await countIn(before, names.TableName);
  await before.close();

  const after = path.join(dir, "after");
  await cp(path.join(dir, "before", "tables"), path.join(after, "tables"), { recursive: true });
  const restored = synth("restored", { ...bareSettings, ...documentedContext(names) });
  const one = await deployFarm({ ...surroundings, dir: after }, restored, { keptTables: true });
  try {
    expect(output(one, "TableName")).toBe(names.RestoredTable);
    const client = await clientOf(one);
    expect((await client.jobs()).items.map((job) => job.jobId)).toEqual([jobId]);
    expect(await work.stopExecutionOfJob(one)).toMatchObject({ outcome: "inconclusive" });
    expect((await client.jobs()).items).toHaveLength(2);
    expect(one.denied).toEqual([]);
    // The stack's own is as it was.
    expect(await countIn(one, names.TableName)).toBe(left);
  } finally {
    await one.close();
  }
});
