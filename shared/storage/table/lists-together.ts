import {
  type GetCommandInput,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import type { TableClient } from "./table-client.ts";
import { primaryKey } from "./table-definition.ts";

type Item = Readonly<Record<string, unknown>>;
type Page = Pick<QueryCommandOutput, "Items" | "LastEvaluatedKey">;

/** One item that is asked for, perhaps several times. */
export interface Read {
  readonly input: GetCommandInput;
  readonly found: PromiseWithResolvers<{ readonly Item?: Item | undefined }>;
}

/** All items of a partition whose sort keys lie in a range. */
export interface WholeList {
  readonly input: QueryCommandInput;
  /** Lists with the same may share a call: that asks for all of their partition. */
  readonly whole: QueryCommandInput;
  readonly holds: (item: Item) => boolean;
  readonly found: PromiseWithResolvers<Page>;
}

/** As EntityQuery writes it. */
const ranged = /^(#\w+) = (:\w+) AND (?:begins_with\((#\w+), (:\w+)\)|(#\w+) BETWEEN (:\w+) AND (:\w+))$/;

export function wholeList(command: { readonly input: object }): WholeList | null {
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

/** The partition of an item, as it is asked for whole. */
const wholeOf = ({ TableName, ConsistentRead, Key }: GetCommandInput): WholeList["whole"] => ({
  ...{ TableName, ConsistentRead, KeyConditionExpression: "#pk = :pk" },
  ExpressionAttributeNames: { "#pk": primaryKey.partition },
  ExpressionAttributeValues: { ":pk": Key?.[primaryKey.partition] },
});

/**
 * Reads several lists of one partition with one Query of it, and with them what single items of it are asked for. Answers the reads of
 * other items.
 */
export function readLists(
  lists: readonly WholeList[],
  reads: readonly Read[],
  client: TableClient,
): readonly Read[] {
  const partitions = Map.groupBy(lists, ({ whole }) => JSON.stringify(whole));
  const ofPartition = Map.groupBy(reads, ({ input }) => JSON.stringify(wholeOf(input)));
  const isBeside = (of: string): boolean => (partitions.get(of)?.length ?? 0) > 1;
  for (const [of, alike] of partitions)
    void readPartition(alike, isBeside(of) ? (ofPartition.get(of) ?? []) : [], client);
  return [...ofPartition].flatMap(([of, beside]) => (isBeside(of) ? [] : beside));
}

async function readPartition(
  lists: readonly WholeList[],
  reads: readonly Read[],
  client: TableClient,
): Promise<void> {
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
    const { sort } = primaryKey;
    for (const { input, found } of reads)
      found.resolve({ Item: items.find((item) => item[sort] === input.Key?.[sort]) });
  } catch (error) {
    for (const { found } of [...lists, ...reads]) found.reject(error);
  }
}
