import { DescribeTimeToLiveCommand, QueryCommand, UpdateTimeToLiveCommand } from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startSample, type TestClient } from "./start-client.ts";

const TableName = "sample";
const start = Date.parse("2026-01-01T00:00:00Z") / 1000;
let seconds: number;
let sample: TestClient;
beforeEach(async () => {
  seconds = start;
  sample = await startSample(() => new Date(seconds * 1000));
});
afterEach(() => sample.close());

const enable = (AttributeName: string, Enabled = true) =>
  sample.client.send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: { AttributeName, Enabled } }),
  );
const put = (s: string, ttl: object | undefined) =>
  sample.raw("PutItem", {
    TableName,
    Item: { p: { S: "p" }, s: { S: s }, g: { S: "all" }, gn: { N: "1" }, ...(ttl && { ttl }) },
  });
const left = async (): Promise<unknown> => {
  const { Items } = await sample.client.send(
    new QueryCommand({
      TableName,
      IndexName: "global",
      KeyConditionExpression: "g = :all",
      ExpressionAttributeValues: { ":all": { S: "all" } },
    }),
  );
  return Items?.map(({ s }) => s?.S);
};

it("deletes what is past its time, from the indexes too, and nothing else", async () => {
  await enable("ttl");
  await put("due", { N: String(start + 10) });
  await put("later", { N: String(start + 1000) });
  await put("text", { S: String(start) });
  await put("never", undefined);
  await put("mistake", { N: String(start - 6 * 365 * 24 * 3600) });
  await put("huge", { N: `9e100` });
  expect(await sample.tables.expireItems()).toBe(0);
  seconds += 10;
  expect(await sample.tables.expireItems()).toBe(1);
  expect(await left()).toEqual(["huge", "later", "mistake", "never", "text"]);
});

it("counts in the items that were there before, and forgets them when switched off", async () => {
  await put("old", { N: String(start - 1) });
  expect(await sample.tables.expireItems()).toBe(0);
  await enable("ttl");
  await enable("ttl", false);
  expect(await sample.tables.expireItems()).toBe(0);
  await enable("ttl");
  expect(await sample.tables.expireItems()).toBe(1);
});

it("follows an update of the attribute", async () => {
  await enable("ttl");
  await put("kept", { N: String(start) });
  await sample.raw("UpdateItem", {
    TableName,
    Key: { p: { S: "p" }, s: { S: "kept" } },
    UpdateExpression: "REMOVE #ttl",
    ExpressionAttributeNames: { "#ttl": "ttl" },
  });
  expect(await sample.tables.expireItems()).toBe(0);
});

it("deletes any number, a few at a time", async () => {
  await enable("ttl");
  for (let at = 0; at < 250; at += 1) await put(`due${at}`, { N: String(start) });
  expect(await sample.tables.expireItems()).toBe(250);
  expect(await left()).toEqual([]);
});

it("says how it stands, and refuses what it is already, in the service's words", async () => {
  const describe = async () =>
    (await sample.client.send(new DescribeTimeToLiveCommand({ TableName }))).TimeToLiveDescription;
  expect(await describe()).toEqual({ TimeToLiveStatus: "DISABLED" });
  await expect(enable("ttl", false)).rejects.toThrow("TimeToLive is already disabled");
  await enable("ttl");
  expect(await describe()).toEqual({ TimeToLiveStatus: "ENABLED", AttributeName: "ttl" });
  await expect(enable("ttl")).rejects.toThrow("TimeToLive is already enabled");
  await expect(enable("other")).rejects.toThrow(
    "TimeToLive is active on a different AttributeName: current AttributeName is ttl",
  );
});
