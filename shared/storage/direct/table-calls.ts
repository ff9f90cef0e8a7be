import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import { fromAttributes, toAttributes } from "./attribute-values.ts";

type Fields = Readonly<Record<string, unknown>>;

/** What the repositories ask for. */
const operationOf: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [GetCommand, "GetItem"],
  [PutCommand, "PutItem"],
  [UpdateCommand, "UpdateItem"],
  [DeleteCommand, "DeleteItem"],
  [QueryCommand, "Query"],
  [BatchGetCommand, "BatchGetItem"],
  [TransactWriteCommand, "TransactWriteItems"],
]);

/** Where a request or an answer has an item, or values by name, and where several. */
const itemFields: ReadonlySet<string> = new Set([
  "Key",
  "Item",
  "Attributes",
  "ExpressionAttributeValues",
  "ExclusiveStartKey",
  "LastEvaluatedKey",
]);
const itemLists: ReadonlySet<string> = new Set(["Items", "Keys"]);

export interface TableCall {
  readonly operation: string;
  /** With values as DynamoDB's JSON has them. */
  readonly input: object;
}

/** What the document client would send; null for a command that the repositories do not use. */
export function tableCall(command: { readonly input: object }): TableCall | null {
  const operation = operationOf.get(command.constructor);
  return operation === undefined
    ? null
    : { operation, input: converted(command.input as Fields, toAttributes) };
}

/** What the document client would answer. */
export const tableAnswer = (
  operation: string,
  body: Fields,
  fromItem: Conversion = fromAttributes,
): Fields => (operation === "BatchGetItem" ? batchAnswer(body, fromItem) : converted(body, fromItem));

type Conversion = (values: Record<string, never>) => Fields;

/** The same with each item in it converted: of a transaction and of a batch they lie deeper. */
function converted(fields: Fields, conversion: Conversion): Fields {
  const result: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) result[name] = convertedField(name, value, conversion);
  return result;
}

function convertedField(name: string, value: unknown, conversion: Conversion): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (itemFields.has(name)) return conversion(value as Record<string, never>);
  if (itemLists.has(name)) return (value as readonly Record<string, never>[]).map(conversion);
  if (name === "ExpressionAttributeNames") return value;
  if (Array.isArray(value)) return value.map((each) => convertedField("", each, conversion));
  return converted(value as Fields, conversion);
}

/** Its items lie under their table's name. */
function batchAnswer({ Responses = {}, ...rest }: Fields, fromItem: Conversion): Fields {
  const found = Object.entries(Responses as Record<string, readonly Record<string, never>[]>);
  return {
    ...converted(rest, fromItem),
    Responses: Object.fromEntries(found.map(([table, items]) => [table, items.map(fromItem)])),
  };
}

/** As the SDK's clients throw it: known by its name. */
export function tableError({ __type, message, Message, CancellationReasons }: Fields): Error {
  const name = String(__type).split("#").at(-1) ?? "UnknownError";
  const text = String(message ?? Message ?? name);
  if (name !== "TransactionCanceledException") return Object.assign(new Error(text), { name });
  return new TransactionCanceledException({
    message: text,
    $metadata: {},
    CancellationReasons: (CancellationReasons as readonly object[] | undefined)?.map((reason) => ({
      ...reason,
    })),
  });
}
