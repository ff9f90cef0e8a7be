import { GetCommand, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { TaskId, VariantName } from "../../contracts/values/batch-ids.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { deleteAfter } from "../../rules/retention.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { primaryKey, timeToLiveAttribute } from "../table/table-definition.ts";

const Remembered = z.object({ milliseconds: z.number().min(0) });

/** What the newest run counts for against all before it. */
const weightOfNewest = 0.3;

/** How long a task takes with a variant: what `taskTimes` of the same task in an earlier batch said. */
export const taskTimeKey = (taskId: TaskId, variant: VariantName): string => `${taskId}#${variant}`;

const partitionOf = (tenantId: TenantId): string => `${tenantId}#taskHistory`;

/** How long tasks took, over all batches of a tenant: the longest go first. An estimate: of two writes at once one may be lost. */
export const createTaskHistoryRepository = (access: TableAccess) => operationsOn(access, { taskTimes, note });

const keyOf = (tenantId: TenantId, name: string) => ({
  [primaryKey.partition]: partitionOf(tenantId),
  [primaryKey.sort]: name,
});

/** Milliseconds by `taskTimeKey`, all that are known. */
async function taskTimes(
  { dynamodb, tableName }: TableAccess,
  tenantId: TenantId,
): Promise<ReadonlyMap<string, number>> {
  const times = new Map<string, number>();
  let after: Record<string, unknown> | undefined;
  do {
    const command = new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: "#p = :p",
      ExpressionAttributeNames: { "#p": primaryKey.partition },
      ExpressionAttributeValues: { ":p": partitionOf(tenantId) },
      ExclusiveStartKey: after,
    });
    const page = await storageCall("read how long tasks took", () => dynamodb.send(command));
    for (const found of page.Items ?? [])
      times.set(
        String(found[primaryKey.sort]),
        checked(Remembered, found, "how long a task took").milliseconds,
      );
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
  return times;
}

async function note(
  { dynamodb, tableName, retention, now }: TableAccess,
  tenantId: TenantId,
  name: string,
  milliseconds: number,
): Promise<void> {
  const Key = keyOf(tenantId, name);
  const { Item } = await storageCall("read how long a task took", () =>
    dynamodb.send(new GetCommand({ TableName: tableName, Key })),
  );
  const before =
    Item === undefined ? milliseconds : checked(Remembered, Item, "how long a task took").milliseconds;
  const average = Math.round(before + (milliseconds - before) * weightOfNewest);
  const command = new PutCommand({
    TableName: tableName,
    Item: {
      ...Key,
      milliseconds: average,
      [timeToLiveAttribute]: deleteAfter(retention, tenantId, now()),
    },
  });
  await storageCall("remember how long a task took", () => dynamodb.send(command));
}
