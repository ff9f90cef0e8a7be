import { BatchGetItemCommand, QueryCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { key, TableName } from "./operations.ts";
import { startSample, type TestClient } from "./start-client.ts";

let sample: TestClient;
beforeAll(async () => {
  sample = await startSample();
});
afterAll(() => sample.close());

const put = (item: object) => sample.raw("PutItem", { TableName, Item: item });

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
