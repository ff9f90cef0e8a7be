import {
  BatchGetCommand,
  type BatchGetCommandOutput,
  GetCommand,
  type GetCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { type Read, readLists, type WholeList, wholeList } from "./lists-together.ts";
import type { TableClient } from "./table-client.ts";

type Item = Readonly<Record<string, unknown>>;
type Command = Parameters<TableClient["send"]>[0];

type Found = Awaited<Read["found"]["promise"]>;

/** DynamoDB's own limit for one call. */
const mostKeysAtOnce = 100;

/**
 * Reads of single items that are asked for in the same turn of the event loop are one BatchGetItem. A read that stays alone, and
 * every other command, goes as it is. A batch costs the same read units as its items one by one. Whole lists of one partition are one
 * Query, which brings single items of it too.
 */
export function readsTogether(client: TableClient): TableClient {
  let reads = new Map<string, Read>();
  let lists: WholeList[] = [];

  const flush = (): void => {
    const left = readLists(lists, [...reads.values()], client);
    [reads, lists] = [new Map(), []];
    for (const alike of Object.values(Object.groupBy(left, ({ input }) => batchOf(input))))
      for (let at = 0; at < (alike?.length ?? 0); at += mostKeysAtOnce)
        void readAll(client, alike?.slice(at, at + mostKeysAtOnce) ?? []);
  };
  // After all that runs in this turn, promises that are settled included.
  const willFlush = (): void => {
    if (reads.size === 0 && lists.length === 0) void Promise.resolve().then(() => process.nextTick(flush));
  };
  const read = (input: GetCommandInput): Promise<Found> => {
    const name = `${batchOf(input)} ${keyText(input.Key)}`;
    const same = reads.get(name);
    if (same !== undefined) return same.found.promise;
    willFlush();
    const found = Promise.withResolvers<Found>();
    reads.set(name, { input, found });
    return found.promise;
  };
  const send = (command: Command): Promise<unknown> => {
    const input = plainGet(command);
    if (input !== null) return read(input);
    const list = wholeList(command);
    if (list === null) return client.send(command);
    willFlush();
    lists.push(list);
    return list.found.promise;
  };
  return { send: send as TableClient["send"] };
}

const plainParameters: ReadonlySet<string> = new Set(["TableName", "Key", "ConsistentRead"]);

const plainGet = (command: { readonly input: object }): GetCommandInput | null =>
  command instanceof GetCommand && Object.keys(command.input).every((name) => plainParameters.has(name))
    ? command.input
    : null;

/** Reads that may share a call. */
const batchOf = ({ TableName, ConsistentRead = false }: GetCommandInput): string =>
  `${TableName} ${ConsistentRead}`;

/** A partition key and a sort key, both texts. */
const keyText = (key: Item = {}): string => JSON.stringify(Object.entries(key).toSorted());

async function readAll(client: TableClient, reads: readonly Read[]): Promise<void> {
  const [first] = reads;
  if (first === undefined) return;
  if (reads.length === 1) return settle(first, client.send(new GetCommand(first.input)));
  const { TableName = "", ConsistentRead, Key = {} } = first.input;
  const Keys = reads.map(({ input }) => input.Key ?? {});
  try {
    const { Responses, UnprocessedKeys }: BatchGetCommandOutput = await client.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead } } }),
    );
    const names = Object.keys(Key);
    const keyOfItem = (item: Item): string =>
      keyText(Object.fromEntries(names.map((name) => [name, item[name]])));
    const items = new Map((Responses?.[TableName] ?? []).map((item) => [keyOfItem(item), item]));
    const left = new Set((UnprocessedKeys?.[TableName]?.Keys ?? []).map(keyText));
    for (const read of reads) {
      const name = keyText(read.input.Key);
      // The client repeats a read by itself, as often as it may, with the pauses that it knows.
      if (left.has(name)) settle(read, client.send(new GetCommand(read.input)));
      else read.found.resolve({ Item: items.get(name) });
    }
  } catch (error) {
    for (const { found } of reads) found.reject(error);
  }
}

const settle = ({ found }: Read, answer: Promise<Found>): void =>
  void answer.then(found.resolve, found.reject);
