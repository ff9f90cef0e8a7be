import { GetItemCommand, PutItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { key, TableName } from "./operations.ts";
import { startSample, type TestClient } from "./start-client.ts";

let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const put = (item: object) => sample.raw("PutItem", { TableName, Item: item });

describe("an item", () => {
  it("comes back as it was put, whatever its names and values", async () => {
    const item = {
      ...key("whole"),
      __proto__2: { S: "" },
      number: { N: "-0.00000000000000000000000000000000000000123" },
      text: { S: "ö 你好 😀 \u0000 ￿" },
      bytes: { B: Buffer.from([0, 255]).toString("base64") },
      sets: { L: [{ SS: ["b", "a"] }, { NS: ["2", "1"] }, { BS: ["AA=="] }] },
      nested: { M: { toString: { BOOL: false }, constructor: { NULL: true }, "": { S: "no name" } } },
    };
    await put(item);
    expect((await sample.raw("GetItem", { TableName, Key: key("whole") })).body).toEqual({ Item: item });
    const named = `{"TableName":"${TableName}","Item":{"p":{"S":"operations"},"s":{"S":"proto"},"__proto__":{"S":"x"}}}`;
    expect((await sample.raw("PutItem", named)).status).toBe(200);
    const found = await sample.raw("GetItem", { TableName, Key: key("proto") });
    expect(Object.keys(found.body.Item as object)).toContain("__proto__");
  });

  it.each([
    ["ALL_OLD", { a: { N: "1" }, b: { S: "b" }, ...key("returned") }],
    ["ALL_NEW", { a: { N: "2" }, c: { S: "c" }, ...key("returned") }],
    ["UPDATED_OLD", { a: { N: "1" }, b: { S: "b" } }],
    ["UPDATED_NEW", { a: { N: "2" }, c: { S: "c" } }],
    ["NONE", undefined],
  ] as const)("tells %s of an update", async (ReturnValues, expected) => {
    await put({ ...key("returned"), a: { N: "1" }, b: { S: "b" } });
    const { Attributes } = await sample.client.send(
      new UpdateItemCommand({
        TableName,
        Key: key("returned"),
        UpdateExpression: "SET a = a + :one, c = :c REMOVE b",
        ExpressionAttributeValues: { ":one": { N: "1" }, ":c": { S: "c" } },
        ReturnValues,
      }),
    );
    expect(Attributes).toEqual(expected);
  });

  it("is told with a refused condition to who asks for it, and to nobody else", async () => {
    await put({ ...key("told"), a: { N: "1" } });
    const refused = (ReturnValuesOnConditionCheckFailure?: "ALL_OLD") =>
      sample.client
        .send(
          new PutItemCommand({
            TableName,
            Item: key("told"),
            ConditionExpression: "attribute_not_exists(p)",
            ReturnValuesOnConditionCheckFailure,
          }),
        )
        .catch((error: unknown) => error);
    expect(await refused()).toMatchObject({
      name: "ConditionalCheckFailedException",
      message: "The conditional request failed",
    });
    expect(await refused()).toMatchObject({ Item: undefined });
    expect(await refused("ALL_OLD")).toMatchObject({ Item: { ...key("told"), a: { N: "1" } } });
  });

  it("is untouched by an update that would make it too large", async () => {
    await put({ ...key("large"), a: { S: "x".repeat(300_000) } });
    const grown = await sample.raw("UpdateItem", {
      TableName,
      Key: key("large"),
      UpdateExpression: "SET b = a",
    });
    expect(grown.body.message).toBe("Item size to update has exceeded the maximum allowed size");
    const { Item } = await sample.client.send(new GetItemCommand({ TableName, Key: key("large") }));
    expect(Item).not.toHaveProperty("b");
  });
});

it("tells what a request consumed, by table and index", async () => {
  const { ConsumedCapacity: written } = await sample.client.send(
    new PutItemCommand({
      TableName,
      Item: { ...key("consumed"), g: { S: "c" }, gn: { N: "1" }, text: { S: "x".repeat(1_500) } },
      ReturnConsumedCapacity: "INDEXES",
    }),
  );
  expect(written).toEqual({
    TableName,
    CapacityUnits: 3,
    Table: { CapacityUnits: 2 },
    GlobalSecondaryIndexes: { global: { CapacityUnits: 1 } },
  });
  const read = async (ConsistentRead: boolean) =>
    (
      await sample.client.send(
        new GetItemCommand({
          TableName,
          Key: key("consumed"),
          ConsistentRead,
          ReturnConsumedCapacity: "TOTAL",
        }),
      )
    ).ConsumedCapacity?.CapacityUnits;
  expect([await read(false), await read(true)]).toEqual([0.5, 1]);
});
