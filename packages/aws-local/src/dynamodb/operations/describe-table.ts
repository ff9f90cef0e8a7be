import { parameters } from "../parameters.ts";
import { resourceNotFound } from "../service-error.ts";
import type { IndexDefinition, Table, Throughput } from "../store/table.ts";
import type { Operation, OperationContext } from "./operation.ts";
import { tableName } from "./write-parameters.ts";

export const readTableName = parameters({ required: { TableName: tableName } });

export const describeTable: Operation = ({ tables, items }, input) => {
  const table = namedTable(tables, readTableName(input, "").TableName);
  return { Table: describedTable(table, items.count(table)) };
};

/** Operations on tables name the one that they did not find. */
export function namedTable(tables: OperationContext["tables"], name: string): Table {
  const table = tables.find(name);
  if (table === undefined) throw resourceNotFound(`Requested resource not found: Table: ${name} not found`);
  return table;
}

const region = "us-east-1";
const accountId = "000000000000";

export function describedTable(
  { name, definition }: Table,
  held: { readonly items: number; readonly bytes: number },
  status: "ACTIVE" | "DELETING" = "ACTIVE",
): object {
  const arn = `arn:aws:dynamodb:${region}:${accountId}:table/${name}`;
  const onDemand = definition.BillingMode === "PAY_PER_REQUEST";
  return {
    TableName: name,
    TableArn: arn,
    TableId: definition.tableId,
    TableStatus: status,
    AttributeDefinitions: definition.AttributeDefinitions,
    KeySchema: definition.KeySchema,
    CreationDateTime: definition.createdAtSeconds,
    ItemCount: held.items,
    TableSizeBytes: held.bytes,
    ...(onDemand ? { BillingModeSummary: { BillingMode: "PAY_PER_REQUEST" } } : {}),
    ProvisionedThroughput: describedThroughput(definition.ProvisionedThroughput),
    DeletionProtectionEnabled: definition.DeletionProtectionEnabled ?? false,
    LocalSecondaryIndexes: definition.LocalSecondaryIndexes?.map((index) => describedIndex(arn, index)),
    GlobalSecondaryIndexes: definition.GlobalSecondaryIndexes?.map((index) => ({
      ...describedIndex(arn, index),
      IndexStatus: status,
      ProvisionedThroughput: describedThroughput(index.ProvisionedThroughput),
    })),
  };
}

const describedIndex = (arn: string, { IndexName, KeySchema, Projection }: IndexDefinition): object => ({
  IndexName,
  IndexArn: `${arn}/index/${IndexName}`,
  KeySchema,
  Projection,
});

const describedThroughput = (given: Throughput | undefined): object => ({
  NumberOfDecreasesToday: 0,
  ReadCapacityUnits: given?.ReadCapacityUnits ?? 0,
  WriteCapacityUnits: given?.WriteCapacityUnits ?? 0,
});
