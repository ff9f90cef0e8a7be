import { BatchGetCommand, GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, expect, it } from "vitest";
import { readsTogether } from "#shared/storage/table/reads-together.ts";
import type { TableClient } from "#shared/storage/table/table-client.ts";
import { at, tenantId } from "./sample-records.ts";
import { startStorage } from "./start-storage.ts";

type Key = Readonly<Record<string, unknown>>;

let sent: { readonly operation: string; readonly input: object }[];
/** What a batch leaves out, as the service does under load. */
let unprocessed: readonly string[];
let failure: Error | undefined;
beforeEach(() => {
  sent = [];
  unprocessed = [];
  failure = undefined;
});

const itemOf = (key: Key = {}) => (key.sk === "missing" ? undefined : { ...key, text: `of ${key.sk}` });

/** Answers as DynamoDB does, in another order than it was asked. */
const answer = async (command: { readonly input: object }): Promise<object> => {
  sent.push({ operation: command.constructor.name, input: command.input });
  if (failure !== undefined) throw failure;
  if (command instanceof GetCommand) return { Item: itemOf(command.input.Key) };
  if (!(command instanceof BatchGetCommand)) return { Items: [] };
  const [[name, { Keys = [] }] = ["", {}]] = Object.entries(command.input.RequestItems ?? {});
  const isLeft = ({ sk }: Key): boolean => unprocessed.includes(String(sk));
  const found = Keys.filter((key) => !isLeft(key)).map(itemOf);
  return {
    Responses: { [name]: found.filter((item) => item !== undefined).reverse() },
    UnprocessedKeys: { [name]: { Keys: Keys.filter(isLeft) } },
  };
};
const table = readsTogether({ send: answer } as unknown as TableClient);

const get = (sk: string, ConsistentRead = true) =>
  table.send(new GetCommand({ TableName: "drover", Key: { pk: "job", sk }, ConsistentRead }));

const operations = () => sent.map(({ operation }) => operation);

it("reads with one call what is asked for in one turn of the event loop, each its own item", async () => {
  const later = Promise.resolve().then(() => get("later"));
  const found = await Promise.all([get("a"), get("missing"), get("b"), get("a"), later]);
  expect(found.map(({ Item }) => Item?.text)).toEqual(["of a", undefined, "of b", "of a", "of later"]);
  const Keys = ["a", "missing", "b", "later"].map((sk) => ({ pk: "job", sk }));
  const input = { RequestItems: { drover: { ConsistentRead: true, Keys } } };
  expect(sent).toEqual([{ operation: "BatchGetCommand", input }]);
});

it("leaves a read that is alone, and a list, as they are", async () => {
  await get("a");
  await table.send(new QueryCommand({ TableName: "drover" }));
  const Key = { pk: "job", sk: "a" };
  await table.send(new GetCommand({ TableName: "drover", Key, ProjectionExpression: "x" }));
  expect(operations()).toEqual(["GetCommand", "QueryCommand", "GetCommand"]);
});

it("never mixes reads that may be stale with consistent ones", async () => {
  await Promise.all([get("a"), get("b"), get("a", false), get("b", false)]);
  expect(operations()).toEqual(["BatchGetCommand", "BatchGetCommand"]);
});

it("asks singly for what the table did not get to, which the client repeats", async () => {
  unprocessed = ["b"];
  const found = await Promise.all(["a", "b", "c"].map((sk) => get(sk)));
  expect(found.map(({ Item }) => Item?.text)).toEqual(["of a", "of b", "of c"]);
  expect(operations()).toEqual(["BatchGetCommand", "GetCommand"]);
});

it("asks for no more than a hundred at once", async () => {
  const names = Array.from({ length: 150 }, (_, index) => String(index));
  const found = await Promise.all(names.map((sk) => get(sk)));
  expect(found.map(({ Item }) => Item?.text)).toEqual(names.map((sk) => `of ${sk}`));
  expect(operations()).toEqual(["BatchGetCommand", "BatchGetCommand"]);
});

it("fails every read of a call that failed", async () => {
  failure = new Error("throttled");
  const ends = await Promise.allSettled([get("a"), get("b")]);
  expect(ends.map((end) => end.status === "rejected" && end.reason)).toEqual([failure, failure]);
});

it("finds in the table what single reads find", async () => {
  const { clients, tableName, repositories, close } = await startStorage();
  try {
    await repositories.farmSwitch.stop(tenantId, "a test", at);
    const read = async (client: TableClient, tenant: string) => {
      const Key = { pk: `${tenant}#farm`, sk: "switch" };
      return (await client.send(new GetCommand({ TableName: tableName, Key, ConsistentRead: true }))).Item;
    };
    const together = readsTogether(clients.dynamodb);
    const both = await Promise.all([read(together, tenantId), read(together, "nobody")]);
    expect(both).toEqual([await read(clients.dynamodb, tenantId), undefined]);
    expect(both[0]?.reason).toBe("a test");
  } finally {
    await close();
  }
});
