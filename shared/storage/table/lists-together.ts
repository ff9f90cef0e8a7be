import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import type { TableClient } from "./table-client.ts";

type Item = Readonly<Record<string, unknown>>;
type Page = Pick<QueryCommandOutput, "Items" | "LastEvaluatedKey">;

/** All items of a partition whose sort keys lie in a range. */
interface WholeList {
  readonly input: QueryCommandInput;
  /** Lists with the same may share a call: that asks for all of their partition. */
  readonly whole: QueryCommandInput;
  readonly holds: (item: Item) => boolean;
  readonly found: PromiseWithResolvers<Page>;
}

/** As EntityQuery writes it. */
const ranged = /^(#\w+) = (:\w+) AND (?:begins_with\((#\w+), (:\w+)\)|(#\w+) BETWEEN (:\w+) AND (:\w+))$/;

function wholeList(command: { readonly input: object }): WholeList | null {
  if (!(command instanceof QueryCommand)) return null;
  const { input } = command;
  const { TableName, ConsistentRead, KeyConditionExpression = "", ScanIndexForward, ...more } = input;
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {}, ...others } = more;
  const [, pk = "", of = "", begun, prefix = "", sort = "", from = "", to = ""] =
    ranged.exec(KeyConditionExpression) ?? [];
  if (pk === "" || ScanIndexForward === false || Object.keys(others).length > 0) return null;
  const keyOf = (item: Item): string => String(item[names[begun ?? sort] ?? ""]);
  return {
    input,
    whole: {
      ...{ TableName, ConsistentRead, KeyConditionExpression: "#pk = :pk" },
      ExpressionAttributeNames: { "#pk": names[pk] ?? "" },
      ExpressionAttributeValues: { ":pk": values[of] },
    },
    holds: (item) =>
      begun === undefined
        ? keyOf(item) >= values[from] && keyOf(item) <= values[to]
        : keyOf(item).startsWith(values[prefix]),
    found: Promise.withResolvers(),
  };
}

/** Lists of one partition that are asked for in the same turn of the event loop are read with one Query of it. */
export function listsTogether(
  client: TableClient,
): (command: { readonly input: object }) => Promise<Page> | null {
  let waiting: WholeList[] = [];
  const flush = (): void => {
    for (const alike of Object.values(Object.groupBy(waiting, ({ whole }) => JSON.stringify(whole))))
      void readAll(alike ?? [], client);
    waiting = [];
  };
  return (command) => {
    const list = wholeList(command);
    if (list === null) return null;
    if (waiting.length === 0) void Promise.resolve().then(() => process.nextTick(flush));
    waiting.push(list);
    return list.found.promise;
  };
}

async function readAll(lists: readonly WholeList[], client: TableClient): Promise<void> {
  const [first, second] = lists;
  if (first === undefined) return;
  if (second === undefined)
    return void client.send(new QueryCommand(first.input)).then(first.found.resolve, first.found.reject);
  try {
    const items: Item[] = [];
    let ExclusiveStartKey: Item | undefined;
    do {
      const page: Page = await client.send(new QueryCommand({ ...first.whole, ExclusiveStartKey }));
      items.push(...(page.Items ?? []));
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    for (const { holds, found } of lists) found.resolve({ Items: items.filter(holds) });
  } catch (error) {
    for (const { found } of lists) found.reject(error);
  }
}
