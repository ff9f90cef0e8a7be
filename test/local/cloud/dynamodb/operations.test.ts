import {
  BatchGetItemCommand,
  ExecuteStatementCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSample, type TestClient } from "./start-client.ts";

const TableName = "sample";
let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const key = (s: string) => ({ p: { S: "operations" }, s: { S: s } });
const put = (item: object) => sample.raw("PutItem", { TableName, Item: item });

describe("what is refused, in the service's words", () => {
  const invalid = (message: string) => ({
    status: 400,
    body: { __type: "com.amazon.coral.validate#ValidationException", message },
  });
  const prefix = "One or more parameter values were invalid: ";
  const constraint = (rest: string) => `1 validation error detected: Value ${rest}`;
  const long = "x".repeat(2049);

  it.each<[string, string, object, string]>([
    [
      "no table",
      "PutItem",
      { Item: {} },
      constraint("null at 'tableName' failed to satisfy constraint: Member must not be null"),
    ],
    [
      "a table's name too short",
      "GetItem",
      { TableName: "x", Key: {} },
      constraint(
        "'x' at 'tableName' failed to satisfy constraint: Member must have length greater than or equal to 3",
      ),
    ],
    [
      "an item without its key",
      "PutItem",
      { Item: { p: { S: "x" } } },
      `${prefix}Missing the key s in the item`,
    ],
    [
      "a key of another type",
      "PutItem",
      { Item: { p: { N: "1" }, s: { S: "x" } } },
      `${prefix}Type mismatch for key p expected: S actual: N`,
    ],
    [
      "an empty key",
      "PutItem",
      { Item: { p: { S: "" }, s: { S: "x" } } },
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: p",
    ],
    [
      "a partition key too long",
      "PutItem",
      { Item: { p: { S: long }, s: { S: "x" } } },
      `${prefix}Size of hashkey has exceeded the maximum size limit of2048 bytes`,
    ],
    [
      "a sort key too long",
      "PutItem",
      { Item: { p: { S: "x" }, s: { S: long } } },
      `${prefix}Aggregated size of all range keys has exceeded the size limit of 1024 bytes`,
    ],
    [
      "an index's key of another type",
      "PutItem",
      { Item: { ...key("x"), gn: { S: "x" } } },
      `${prefix}Type mismatch for Index Key gn Expected: N Actual: S IndexName: global`,
    ],
    [
      "an index's key empty",
      "PutItem",
      { Item: { ...key("x"), g: { S: "" } } },
      "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty string value. IndexName: global, IndexKey: g",
    ],
    [
      "a value without type",
      "PutItem",
      { Item: { ...key("x"), a: {} } },
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ],
    [
      "a value of two types",
      "PutItem",
      { Item: { ...key("x"), a: { S: "x", N: "1" } } },
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    ],
    [
      "a set with a member twice",
      "PutItem",
      { Item: { ...key("x"), a: { SS: ["a", "a"] } } },
      `${prefix}Input collection [a, a] contains duplicates.`,
    ],
    [
      "a set of one number twice",
      "PutItem",
      { Item: { ...key("x"), a: { NS: ["1", "1.0"] } } },
      "Input collection contains duplicates",
    ],
    [
      "an empty set",
      "PutItem",
      { Item: { ...key("x"), a: { SS: [] } } },
      `${prefix}An string set  may not be empty`,
    ],
    [
      "a number that is none",
      "PutItem",
      { Item: { ...key("x"), a: { N: "x" } } },
      "The parameter cannot be converted to a numeric value: x",
    ],
    [
      "a number with too many digits",
      "PutItem",
      { Item: { ...key("x"), a: { N: `1.${"1".repeat(38)}` } } },
      "Attempting to store more than 38 significant digits in a Number",
    ],
    [
      "NULL that is false",
      "PutItem",
      { Item: { ...key("x"), a: { NULL: false } } },
      `${prefix}Null attribute value types must have the value of true`,
    ],
    [
      "an item of more than 400 KB",
      "PutItem",
      { Item: { ...key("x"), a: { S: "x".repeat(409_600) } } },
      "Item size has exceeded the maximum allowed size",
    ],
    [
      "a returned value that a put has not",
      "PutItem",
      { Item: key("x"), ReturnValues: "ALL_NEW" },
      "ReturnValues can only be ALL_OLD or NONE",
    ],
    [
      "a choice that is none",
      "PutItem",
      { Item: key("x"), ReturnValues: "DOG" },
      constraint(
        "'DOG' at 'returnValues' failed to satisfy constraint: Member must satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]",
      ),
    ],
    [
      "a legacy parameter",
      "PutItem",
      { Item: key("x"), Expected: {} },
      "The local DynamoDB does not take the parameter Expected.",
    ],
    [
      "half a key",
      "GetItem",
      { Key: { p: { S: "x" } } },
      "The provided key element does not match the schema",
    ],
    [
      "more than a key",
      "GetItem",
      { Key: { ...key("x"), a: { S: "x" } } },
      "The provided key element does not match the schema",
    ],
    [
      "names without an expression",
      "GetItem",
      { Key: key("x"), ExpressionAttributeNames: { "#a": "a" } },
      "ExpressionAttributeNames can only be specified when using expressions",
    ],
    [
      "a name that nothing uses",
      "GetItem",
      { Key: key("x"), ProjectionExpression: "b", ExpressionAttributeNames: { "#a": "a" } },
      "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}",
    ],
    [
      "a value that nothing uses",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "REMOVE a", ExpressionAttributeValues: { ":a": { S: "a" } } },
      "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}",
    ],
    [
      "values without an expression",
      "UpdateItem",
      { Key: key("x"), ExpressionAttributeValues: { ":a": { S: "a" } } },
      "ExpressionAttributeValues can only be specified when using expressions: UpdateExpression and ConditionExpression are null",
    ],
    [
      "a wrong value, by its name",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET a = :a", ExpressionAttributeValues: { ":a": { N: "x" } } },
      "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a numeric value: x for key :a",
    ],
    [
      "an update of the key",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "REMOVE p" },
      `${prefix}Cannot update attribute p. This attribute is part of the key`,
    ],
    [
      "an update of an index's key to another type",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET gn = :a", ExpressionAttributeValues: { ":a": { S: "a" } } },
      `${prefix}Type mismatch for Index Key gn Expected: N Actual: S IndexName: global`,
    ],
    [
      "a syntax error",
      "UpdateItem",
      { Key: key("x"), UpdateExpression: "SET" },
      'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"',
    ],
    [
      "a query without condition",
      "Query",
      {},
      "Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.",
    ],
    [
      "an index that is none",
      "Query",
      {
        IndexName: "none",
        KeyConditionExpression: "p = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "The table does not have the specified index: none",
    ],
    [
      "a consistent read of a global index",
      "Query",
      {
        IndexName: "global",
        ConsistentRead: true,
        KeyConditionExpression: "g = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "Consistent reads are not supported on global secondary indexes",
    ],
    [
      "all attributes from an index that has not all",
      "Query",
      {
        IndexName: "global",
        Select: "ALL_ATTRIBUTES",
        KeyConditionExpression: "g = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      `${prefix}Select type ALL_ATTRIBUTES is not supported for global secondary index global because its projection type is not ALL`,
    ],
    [
      "a query without its partition",
      "Query",
      { KeyConditionExpression: "s = :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Query condition missed key schema element: p",
    ],
    [
      "a range of partitions",
      "Query",
      { KeyConditionExpression: "p > :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Query key condition not supported",
    ],
    [
      "an alternative of keys",
      "Query",
      { KeyConditionExpression: "p = :p OR p = :p", ExpressionAttributeValues: { ":p": { S: "x" } } },
      "Invalid operator used in KeyConditionExpression: OR",
    ],
    [
      "a key condition of another type",
      "Query",
      { KeyConditionExpression: "p = :p", ExpressionAttributeValues: { ":p": { N: "1" } } },
      `${prefix}Condition parameter type does not match schema type`,
    ],
    [
      "a filter on the key",
      "Query",
      {
        KeyConditionExpression: "p = :p",
        FilterExpression: "s = :p",
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "Filter Expression can only contain non-primary key attributes: Primary key attribute: s",
    ],
    [
      "a start outside the query",
      "Query",
      {
        KeyConditionExpression: "p = :p",
        ExclusiveStartKey: key("x"),
        ExpressionAttributeValues: { ":p": { S: "x" } },
      },
      "The provided starting key is outside query boundaries based on provided conditions",
    ],
    [
      "a limit of none",
      "Scan",
      { Limit: 0 },
      constraint(
        "'0' at 'limit' failed to satisfy constraint: Member must have value greater than or equal to 1",
      ),
    ],
    [
      "a segment without their number",
      "Scan",
      { Segment: 1 },
      "The TotalSegments parameter is required but was not present in the request when Segment parameter is present",
    ],
    [
      "sizes of item collections",
      "PutItem",
      { Item: key("x"), ReturnItemCollectionMetrics: "SIZE" },
      "The local DynamoDB does not take SIZE as ReturnItemCollectionMetrics.",
    ],
  ])("%s", async (what, operation, body, message) => {
    const request = what === "no table" || "TableName" in body ? body : { TableName, ...body };
    expect(await sample.raw(operation, request)).toEqual(invalid(message));
  });

  it.each<[string, object, string]>([
    [
      "text that is a number",
      { TableName, Item: { ...key("x"), a: { S: 1 } } },
      "NUMBER_VALUE cannot be converted to String",
    ],
    [
      "a truth that is text",
      { TableName, Item: { ...key("x"), a: { BOOL: "true" } } },
      "STRING_VALUE cannot be converted to Boolean",
    ],
    [
      "binary that is not base64",
      { TableName, Item: { ...key("x"), a: { B: "x" } } },
      "Base64 encoded length is expected a multiple of 4 bytes but found: 1",
    ],
    [
      "a list that is a map",
      { TableName, Item: { ...key("x"), a: { L: {} } } },
      "Start of structure or map found where not expected",
    ],
  ])("%s", async (_, body, message) => {
    expect(await sample.raw("PutItem", body)).toEqual({
      status: 400,
      body: { __type: "com.amazon.coral.service#SerializationException", message },
    });
  });

  it("a body that is not JSON, or nested too deep", async () => {
    expect((await sample.raw("PutItem", "{")).body.__type).toBe(
      "com.amazon.coral.service#SerializationException",
    );
    let deep: object = { S: "x" };
    for (let level = 0; level < 33; level += 1) deep = { L: [deep] };
    expect((await put({ ...key("x"), deep })).body.message).toContain("Nesting Levels have exceeded");
  });

  it("an operation that it does not know, and a table that is not there", async () => {
    await expect(
      sample.client.send(new ExecuteStatementCommand({ Statement: "SELECT" })),
    ).rejects.toMatchObject({
      name: "UnknownOperationException",
      message: "The local DynamoDB does not know ExecuteStatement.",
    });
    await expect(
      sample.client.send(new GetItemCommand({ TableName: "other", Key: key("x") })),
    ).rejects.toMatchObject({ name: "ResourceNotFoundException", message: "Requested resource not found" });
    expect((await sample.raw("DescribeTable", { TableName: "other" })).body.message).toBe(
      "Requested resource not found: Table: other not found",
    );
    expect((await sample.raw("CreateTable", { TableName })).body.message).toContain(
      "Member must not be null",
    );
  });
});

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

describe("a page", () => {
  const large = (s: string) => ({ p: { S: "large" }, s: { S: s }, text: { S: "x".repeat(390_000) } });
  const of = (partition: string) => ({
    TableName,
    KeyConditionExpression: "p = :p",
    ExpressionAttributeValues: { ":p": { S: partition } },
  });

  it("ends with a megabyte, and the next one goes on after it", async () => {
    for (const s of ["a", "b", "c", "d", "e"]) await put(large(s));
    const first = await sample.client.send(new QueryCommand(of("large")));
    expect(first).toMatchObject({ Count: 3, LastEvaluatedKey: { p: { S: "large" }, s: { S: "c" } } });
    const rest = await sample.client.send(
      new QueryCommand({ ...of("large"), ExclusiveStartKey: first.LastEvaluatedKey }),
    );
    expect(rest.Items?.map(({ s }) => s?.S)).toEqual(["d", "e"]);
    expect(rest.LastEvaluatedKey).toBeUndefined();
  });

  it("counts what the filter leaves out, and its limit counts it too", async () => {
    const page = await sample.client.send(
      new QueryCommand({
        ...of("large"),
        Limit: 2,
        FilterExpression: "attribute_not_exists(#t)",
        ExpressionAttributeNames: { "#t": "text" },
      }),
    );
    expect(page).toMatchObject({ Count: 0, ScannedCount: 2, Items: [], LastEvaluatedKey: { s: { S: "b" } } });
    const counted = await sample.client.send(new QueryCommand({ ...of("large"), Limit: 2, Select: "COUNT" }));
    expect(counted).toMatchObject({ Count: 2, ScannedCount: 2 });
    expect(counted.Items).toBeUndefined();
  });

  it("of a batch gives back the keys that it had no room for", async () => {
    const keys = Array.from({ length: 45 }, (_, at) => ({ p: { S: `many${at}` }, s: { S: "x" } }));
    for (const one of keys) await put({ ...one, text: { S: "x".repeat(390_000) } });
    const { Responses, UnprocessedKeys } = await sample.client.send(
      new BatchGetItemCommand({ RequestItems: { [TableName]: { Keys: keys } } }),
    );
    const [read, left] = [Responses?.[TableName] ?? [], UnprocessedKeys?.[TableName]?.Keys ?? []];
    expect(read.length + left.length).toBe(45);
    expect(left.length).toBeGreaterThan(0);
  });
});

it("answers an index with what it holds, and a local one with the rest when asked", async () => {
  await put({
    ...key("indexed"),
    lsi: { N: "-3" },
    g: { S: "indexed" },
    gn: { N: "1" },
    kept: { S: "k" },
    left: { S: "l" },
  });
  const ofIndex = (IndexName: string, condition: string, value: string, extra = {}) =>
    sample.client.send(
      new QueryCommand({
        TableName,
        IndexName,
        KeyConditionExpression: condition,
        ExpressionAttributeValues: { ":v": { S: value } },
        ...extra,
      }),
    );
  const global = await ofIndex("global", "g = :v", "indexed");
  expect(global.Items).toEqual([
    { ...key("indexed"), g: { S: "indexed" }, gn: { N: "1" }, kept: { S: "k" } },
  ]);
  const local = await ofIndex("local", "p = :v", "operations");
  expect(local.Items).toEqual([{ ...key("indexed"), lsi: { N: "-3" } }]);
  const whole = await ofIndex("local", "p = :v", "operations", { Select: "ALL_ATTRIBUTES" });
  expect(whole.Items?.[0]).toHaveProperty("left");
  await expect(
    ofIndex("global", "g = :v", "indexed", { ProjectionExpression: "s, kept" }),
  ).resolves.toMatchObject({
    Items: [{ s: { S: "indexed" }, kept: { S: "k" } }],
  });
  await expect(ofIndex("global", "g = :v", "indexed", { ProjectionExpression: "lsi" })).rejects.toThrow(
    "Global secondary index global does not project [lsi]",
  );
});

it("scans every item once, in segments or not", async () => {
  const all = async (extra: object): Promise<string[]> => {
    const found: string[] = [];
    for (let start: object | undefined, first = true; first || start; first = false) {
      const page = await sample.client.send(
        new ScanCommand({
          TableName,
          Limit: 7,
          ProjectionExpression: "p, s",
          ...extra,
          ...(start && { ExclusiveStartKey: start }),
        } as never),
      );
      found.push(...(page.Items ?? []).map(({ p, s }) => `${p?.S}/${s?.S}`));
      start = page.LastEvaluatedKey;
    }
    return found;
  };
  const whole = await all({});
  expect(new Set(whole).size).toBe(whole.length);
  const segments = await Promise.all([0, 1, 2].map((Segment) => all({ Segment, TotalSegments: 3 })));
  expect(segments.flat().toSorted()).toEqual(whole.toSorted());
  expect(segments.every((segment) => segment.length > 0)).toBe(true);
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
