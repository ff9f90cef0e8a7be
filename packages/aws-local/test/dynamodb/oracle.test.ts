import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sampleTable, startSample, type TestClient } from "./start-client.ts";

/**
 * Random requests against the tables and against an oracle that is as plain as can be: an array of JavaScript objects that is
 * sorted again for every query.
 */
interface Plain {
  readonly p: string;
  readonly s: string;
  g?: string;
  gn?: number;
  count?: number;
}

const { TableName } = sampleTable;
let sample: TestClient;
beforeEach(async () => {
  sample = await startSample();
});
afterEach(() => sample.close());

const partition = fc.constantFrom("a", "b");
const sort = fc.constantFrom("", "0", "1", "10", "2", "é", "😀", "￿").map((text) => `s${text}`);
const place = fc.record({ p: partition, s: sort });
const index = { g: fc.constantFrom("x", "y"), gn: fc.constantFrom(-20, -3, -0.5, 0, 0.25, 3, 20, 1e30) };

const request = fc.oneof(
  fc.record({
    kind: fc.constant("put"),
    place,
    values: fc.record(index, { requiredKeys: [] }),
    ifNew: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("delete"), place, ifBelow: fc.option(fc.nat(3)) }),
  fc.record({ kind: fc.constant("count"), place, most: fc.nat(4), move: fc.option(index.gn) }),
  fc.record({
    kind: fc.constant("query"),
    partition,
    from: sort,
    comparator: fc.constantFrom("=", "<", "<=", ">", ">="),
    limit: fc.integer({ min: 1, max: 4 }),
    forward: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("index"),
    g: index.g,
    low: index.gn,
    limit: fc.integer({ min: 1, max: 4 }),
    forward: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("prefix"), partition, prefix: sort }),
  fc.record({
    kind: fc.constant("batch"),
    places: fc.uniqueArray(place, { minLength: 1, maxLength: 5, selector: ({ p, s }) => p + s }),
  }),
);
type Request = typeof request extends fc.Arbitrary<infer One> ? One : never;

const bytes = (text: string): Buffer => Buffer.from(text);
const byText = (a: string, b: string): number => Buffer.compare(bytes(a), bytes(b));
const stored = ({ p, s, g, gn, count }: Plain) => ({
  p: { S: p },
  s: { S: s },
  ...(g === undefined ? {} : { g: { S: g } }),
  ...(gn === undefined ? {} : { gn: { N: gn === 1e30 ? `1${"0".repeat(30)}` : String(gn) } }),
  ...(count === undefined ? {} : { count: { N: String(count) } }),
});

class Oracle {
  items: Plain[] = [];

  find = ({ p, s }: { p: string; s: string }): Plain | undefined =>
    this.items.find((item) => item.p === p && item.s === s);

  replace(place: { p: string; s: string }, item: Plain | undefined): void {
    this.items = this.items.filter((one) => one !== this.find(place));
    if (item) this.items.push(item);
  }
}

const sortTests = {
  "=": (order: number) => order === 0,
  "<": (order: number) => order < 0,
  "<=": (order: number) => order <= 0,
  ">": (order: number) => order > 0,
  ">=": (order: number) => order >= 0,
} as const;

/** All pages of a query, each no larger than asked for. */
async function pages(body: object, limit: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let start: unknown, first = true; first || start !== undefined; first = false) {
    const { status, body: page } = await sample.raw("Query", {
      TableName,
      ...body,
      Limit: limit,
      ...(start === undefined ? {} : { ExclusiveStartKey: start }),
    });
    expect(status).toBe(200);
    const items = page.Items as unknown[];
    expect(items.length).toBeLessThanOrEqual(limit);
    found.push(...items);
    start = page.LastEvaluatedKey;
  }
  return found;
}

const directed = <Item>(items: Item[], forward: boolean): Item[] => (forward ? items : items.toReversed());
const key = ({ p, s }: { p: string; s: string }) => ({ p: { S: p }, s: { S: s } });

/** Sends one request to both. */
async function run(oracle: Oracle, one: Request): Promise<void> {
  switch (one.kind) {
    case "put": {
      const item: Plain = { ...one.place, ...one.values };
      const refused = one.ifNew && oracle.find(one.place) !== undefined;
      const { status } = await sample.raw("PutItem", {
        TableName,
        Item: stored(item),
        ...(one.ifNew ? { ConditionExpression: "attribute_not_exists(p)" } : {}),
      });
      expect(status).toBe(refused ? 400 : 200);
      if (!refused) oracle.replace(one.place, item);
      return;
    }
    case "delete": {
      const before = oracle.find(one.place);
      const refused = one.ifBelow !== null && !(before?.count !== undefined && before.count < one.ifBelow);
      const { status, body } = await sample.raw("DeleteItem", {
        TableName,
        Key: key(one.place),
        ReturnValues: "ALL_OLD",
        ...(one.ifBelow === null
          ? {}
          : {
              ConditionExpression: "#c < :below",
              ExpressionAttributeNames: { "#c": "count" },
              ExpressionAttributeValues: { ":below": { N: String(one.ifBelow) } },
            }),
      });
      expect(status).toBe(refused ? 400 : 200);
      if (refused) return;
      expect(body).toEqual(before ? { Attributes: stored(before) } : {});
      oracle.replace(one.place, undefined);
      return;
    }
    case "count": {
      const before = oracle.find(one.place);
      const after: Plain = { ...(before ?? one.place), count: (before?.count ?? 0) + 1 };
      if (one.move !== null) Object.assign(after, { g: "x", gn: one.move });
      const refused = before?.count !== undefined && before.count > one.most;
      const { status, body } = await sample.raw("UpdateItem", {
        TableName,
        Key: key(one.place),
        UpdateExpression: `ADD #c :one${one.move === null ? "" : " SET g = :g, gn = :gn"}`,
        ConditionExpression: "attribute_not_exists(#c) OR #c <= :most",
        ExpressionAttributeNames: { "#c": "count" },
        ExpressionAttributeValues: {
          ":one": { N: "1" },
          ":most": { N: String(one.most) },
          ...(one.move === null ? {} : { ":g": { S: "x" }, ":gn": { N: String(one.move).replace("+", "") } }),
        },
        ReturnValues: "ALL_NEW",
      });
      expect(status).toBe(refused ? 400 : 200);
      if (refused) return;
      expect(body).toEqual({ Attributes: stored(after) });
      oracle.replace(one.place, after);
      return;
    }
    case "query": {
      const found = await pages(
        {
          KeyConditionExpression: `p = :p AND s ${one.comparator} :s`,
          ExpressionAttributeValues: { ":p": { S: one.partition }, ":s": { S: one.from } },
          ScanIndexForward: one.forward,
        },
        one.limit,
      );
      const expected = oracle.items
        .filter(({ p, s }) => p === one.partition && sortTests[one.comparator](byText(s, one.from)))
        .sort((a, b) => byText(a.s, b.s));
      expect(found).toEqual(directed(expected, one.forward).map(stored));
      return;
    }
    case "prefix": {
      const found = await pages(
        {
          KeyConditionExpression: "p = :p AND begins_with(s, :s)",
          ExpressionAttributeValues: { ":p": { S: one.partition }, ":s": { S: one.prefix } },
        },
        100,
      );
      const expected = oracle.items.filter(({ p, s }) => p === one.partition && s.startsWith(one.prefix));
      expect(found).toEqual(expected.sort((a, b) => byText(a.s, b.s)).map(stored));
      return;
    }
    case "index": {
      const found = await pages(
        {
          IndexName: "global",
          KeyConditionExpression: "g = :g AND gn >= :low",
          ExpressionAttributeValues: { ":g": { S: one.g }, ":low": { N: String(one.low).replace("+", "") } },
          ScanIndexForward: one.forward,
        },
        one.limit,
      );
      const expected = oracle.items.filter(({ g, gn }) => g === one.g && gn !== undefined && gn >= one.low);
      const numbers = expected.map(({ gn }) => gn ?? 0).sort((a, b) => a - b);
      const foundNumbers = (found as { gn: { N: string } }[]).map(({ gn }) => Number(gn.N));
      expect(foundNumbers).toEqual(directed(numbers, one.forward));
      expect(new Set(found.map((item) => JSON.stringify(item)))).toEqual(
        new Set(expected.map(({ count: _, ...item }) => JSON.stringify(stored(item)))),
      );
      return;
    }
    case "batch": {
      const { body } = await sample.raw("BatchGetItem", {
        RequestItems: { [TableName]: { Keys: one.places.map(key) } },
      });
      const expected = one.places.flatMap((place) => oracle.find(place) ?? []).map(stored);
      expect(body).toEqual({ Responses: { [TableName]: expected }, UnprocessedKeys: {} });
    }
  }
}

it("answers any sequence of requests as an array of objects would", { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 5, maxLength: 60, size: "max" }), async (requests) => {
      await sample.raw("DeleteTable", { TableName });
      await sample.raw("CreateTable", sampleTable);
      const oracle = new Oracle();
      for (const one of requests) await run(oracle, one);
      const { body } = await sample.raw("Scan", { TableName });
      const sorted = (items: readonly unknown[]): string[] =>
        items.map((item) => JSON.stringify(item)).sort();
      const canonical = (body.Items as { p: unknown; s: unknown }[]).map(({ p, s }) => ({ p, s }));
      expect(sorted(canonical)).toEqual(sorted(oracle.items.map(key)));
    }),
    { numRuns: 60 },
  );
});
