import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import type { TableClient } from "./table-client.ts";

type Item = Readonly<Record<string, unknown>>;
type Page = Pick<QueryCommandOutput, "Items" | "LastEvaluatedKey">;

/** All items of a partition whose sort keys lie in a range. */
interface WholeList {
  readonly input: QueryCommandInput;
  readonly partition: Item;
  readonly holds: (item: Item) => boolean;
}

const wholeParameters: ReadonlySet<string> = new Set([
  ...["TableName", "KeyConditionExpression", "ExpressionAttributeNames", "ExpressionAttributeValues"],
  ...["ScanIndexForward", "ConsistentRead"],
]);
/** As EntityQuery writes it. */
const ranged =
  /^(#\w+) = (:\w+) AND (?:begins_with\((?<begun>#\w+), (?<prefix>:\w+)\)|(?<sort>#\w+) BETWEEN (?<from>:\w+) AND (?<to>:\w+))$/;

function wholeList(command: { readonly input: object }): WholeList | null {
  if (!(command instanceof QueryCommand)) return null;
  const { input } = command;
  if (input.ScanIndexForward === false || Object.keys(input).some((name) => !wholeParameters.has(name)))
    return null;
  const [, pk = "", value = "", ...rest] = ranged.exec(input.KeyConditionExpression ?? "") ?? [];
  if (pk === "") return null;
  const [begun, prefix = "", sort, from = "", to = ""] = rest;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input;
  const field = names[begun ?? sort ?? ""] ?? "";
  const holds = (item: Item): boolean => {
    const key = String(item[field]);
    return begun === undefined ? key >= values[from] && key <= values[to] : key.startsWith(values[prefix]);
  };
  return { input, partition: { [names[pk] ?? ""]: values[value] }, holds };
}

/** Lists of one partition that are asked for in the same turn of the event loop are read with one Query of it. */
export function listsTogether(
  client: TableClient,
): (command: { readonly input: object }) => Promise<Page> | null {
  let waiting: { readonly list: WholeList; readonly found: PromiseWithResolvers<Page> }[] = [];
  const flush = (): void => {
    const asked = waiting;
    waiting = [];
    for (const alike of Object.values(Object.groupBy(asked, ({ list }) => partitionOf(list)))) {
      const [first, ...others] = alike ?? [];
      if (first === undefined) continue;
      const read: Promise<readonly Item[] | Page> =
        others.length === 0
          ? client.send(new QueryCommand(first.list.input))
          : everyItemOf(first.list, client);
      for (const { list, found } of alike ?? [])
        read.then(
          (all) => found.resolve(Array.isArray(all) ? { Items: all.filter(list.holds) } : (all as Page)),
          found.reject,
        );
    }
  };
  return (command) => {
    const list = wholeList(command);
    if (list === null) return null;
    // After all that runs in this turn, promises that are settled included.
    if (waiting.length === 0) void Promise.resolve().then(() => process.nextTick(flush));
    const found = Promise.withResolvers<Page>();
    waiting.push({ list, found });
    return found.promise;
  };
}

const partitionOf = ({ input: { TableName, ConsistentRead = false }, partition }: WholeList): string =>
  JSON.stringify([TableName, ConsistentRead, partition]);

async function everyItemOf({ input, partition }: WholeList, client: TableClient): Promise<readonly Item[]> {
  const [[name = "", value] = []] = Object.entries(partition);
  const items: Item[] = [];
  let from: Item | undefined;
  do {
    const page: QueryCommandOutput = await client.send(
      new QueryCommand({
        TableName: input.TableName,
        ConsistentRead: input.ConsistentRead,
        KeyConditionExpression: "#pk = :pk",
        ExpressionAttributeNames: { "#pk": name },
        ExpressionAttributeValues: { ":pk": value },
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return items;
}
