import {
  GetItemCommand,
  PutItemCommand,
  TransactGetItemsCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startSample, type TestClient } from "./start-client.ts";

const TableName = "sample";
let sample: TestClient;
let now = new Date("2026-01-01T00:00:00Z");
beforeEach(async () => {
  sample = await startSample(() => now);
  await sample.client.send(new PutItemCommand({ TableName, Item: { ...key("old"), n: { N: "1" } } }));
});
afterEach(() => sample.close());

const key = (s: string) => ({ p: { S: "p" }, s: { S: s } });
const write = (items: TransactWriteItem[], ClientRequestToken?: string) =>
  sample.client.send(new TransactWriteItemsCommand({ TransactItems: items, ClientRequestToken }));
const item = async (s: string) =>
  (await sample.client.send(new GetItemCommand({ TableName, Key: key(s) }))).Item;

const put: TransactWriteItem = { Put: { TableName, Item: key("new") } };
const count: TransactWriteItem = {
  Update: {
    TableName,
    Key: key("old"),
    UpdateExpression: "ADD n :one",
    ExpressionAttributeValues: { ":one": { N: "1" } },
  },
};
const checkAbsent = (s: string): TransactWriteItem => ({
  ConditionCheck: {
    TableName,
    Key: key(s),
    ConditionExpression: "attribute_not_exists(p)",
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  },
});

it("writes all of it", async () => {
  await write([put, count, checkAbsent("other")]);
  expect(await item("new")).toEqual(key("new"));
  expect(await item("old")).toMatchObject({ n: { N: "2" } });
});

it("writes nothing when one condition fails, and gives a reason for each part", async () => {
  await sample.client.send(new PutItemCommand({ TableName, Item: key("other") }));
  await expect(write([put, count, checkAbsent("other")])).rejects.toMatchObject({
    name: "TransactionCanceledException",
    message:
      "Transaction cancelled, please refer cancellation reasons for specific reasons [None, None, ConditionalCheckFailed]",
    CancellationReasons: [
      { Code: "None" },
      { Code: "None" },
      { Code: "ConditionalCheckFailed", Message: "The conditional request failed", Item: key("other") },
    ],
  });
  expect(await item("new")).toBeUndefined();
  expect(await item("old")).toMatchObject({ n: { N: "1" } });
});

it("refuses two parts for one item", async () => {
  await expect(write([count, checkAbsent("old")])).rejects.toThrow(
    "Transaction request cannot include multiple operations on one item",
  );
});

it("does once what one token stands for, for ten minutes", async () => {
  await write([count], "token");
  await write([count], "token");
  expect(await item("old")).toMatchObject({ n: { N: "2" } });
  await expect(write([put], "token")).rejects.toMatchObject({ name: "IdempotentParameterMismatchException" });
  now = new Date(now.getTime() + 600_000);
  await write([count], "token");
  expect(await item("old")).toMatchObject({ n: { N: "3" } });
});

it("lets a cancelled transaction be tried again under its token", async () => {
  await sample.client.send(new PutItemCommand({ TableName, Item: key("other") }));
  await expect(write([count, checkAbsent("other")], "again")).rejects.toThrow("Transaction cancelled");
  await sample.raw("DeleteItem", { TableName, Key: key("other") });
  await write([count, checkAbsent("other")], "again");
  expect(await item("old")).toMatchObject({ n: { N: "2" } });
});

it("reads several items at once", async () => {
  const { Responses } = await sample.client.send(
    new TransactGetItemsCommand({
      TransactItems: ["old", "none"].map((s) => ({
        Get: { TableName, Key: key(s), ProjectionExpression: "n" },
      })),
    }),
  );
  expect(Responses).toEqual([{ Item: { n: { N: "1" } } }, {}]);
});
