import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import type { TableClient } from "#shared/storage/table/table-client.ts";

export const key = (sk: string) => ({ pk: "a", sk });
export const item = {
  ...key("1"),
  text: 'ü\u0000"',
  none: null,
  yes: true,
  numbers: [0, -1.5, 1e-7, 12345678901234],
  deep: { list: [{ empty: {} }, [], "x"], left: undefined },
};
const isNew = { ConditionExpression: "attribute_not_exists(pk)" };

/** Every kind of call the repositories make, one after the other, each with what it answers or throws. */
export async function conversation(client: TableClient, TableName: string): Promise<readonly unknown[]> {
  const told = (answer: object): unknown => {
    const { $metadata, ConsumedCapacity, ...rest } = answer as Record<string, unknown>;
    // Both are names and values in another order than they were written in, or in none.
    return JSON.parse(JSON.stringify(rest).replaceAll(TableName, "table"));
  };
  const failed = (error: unknown): unknown => {
    const { name, message, CancellationReasons } = error as Error & { CancellationReasons?: unknown };
    return { name, message: message.replaceAll(TableName, "table"), CancellationReasons };
  };
  const answers: unknown[] = [];
  const say = (answer: Promise<object>) => answer.then(told, failed).then((answer) => answers.push(answer));
  await say(client.send(new PutCommand({ TableName, Item: item, ...isNew })));
  await say(client.send(new PutCommand({ TableName, Item: item, ...isNew })));
  await say(client.send(new GetCommand({ TableName, Key: key("1"), ConsistentRead: true })));
  await say(client.send(new GetCommand({ TableName, Key: key("none") })));
  await say(
    client.send(
      new UpdateCommand({
        TableName,
        Key: key("2"),
        UpdateExpression: "SET #n = if_not_exists(#n, :zero) + :more, #m = :map",
        ExpressionAttributeNames: { "#n": "count", "#m": "Key" },
        ExpressionAttributeValues: { ":zero": 0, ":more": 2, ":map": { Items: "no list" } },
        ReturnValues: "ALL_NEW",
      }),
    ),
  );
  const partition = {
    TableName,
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": "a" },
  };
  await say(client.send(new QueryCommand({ ...partition, Limit: 1 })));
  await say(client.send(new QueryCommand({ ...partition, ExclusiveStartKey: key("1") })));
  const Keys = [key("2"), key("none")];
  await say(client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys } } })));
  const transaction = (sk: string) =>
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { ...key(sk), by: "transaction" }, ...isNew } },
        { Delete: { TableName, Key: key("2") } },
      ],
    });
  await say(client.send(transaction("3")));
  await say(client.send(transaction("3")));
  await say(client.send(new DeleteCommand({ TableName, Key: key("1"), ...isNew })));
  await say(client.send(new QueryCommand({ ...partition, KeyConditionExpression: "nonsense" })));
  await say(client.send(new GetCommand({ TableName: "absent", Key: key("1") })));
  return answers;
}
