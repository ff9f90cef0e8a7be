import { randomUUID } from "node:crypto";
import { boolean, integer, listOf, oneOf, parameters, resourceName, text } from "../parameters.ts";
import { resourceInUse } from "../service-error.ts";
import type { TableDefinition } from "../store/table.ts";
import { checkTable } from "./check-table.ts";
import { describedTable } from "./describe-table.ts";
import type { Operation } from "./operation.ts";
import { tableName } from "./write-parameters.ts";

const throughput = parameters({
  required: { ReadCapacityUnits: integer(1), WriteCapacityUnits: integer(1) },
});

const keySchema = listOf(
  parameters({ required: { AttributeName: text, KeyType: oneOf("HASH", "RANGE") } }),
  1,
  2,
);

const index = {
  IndexName: resourceName,
  KeySchema: keySchema,
  Projection: parameters({
    required: { ProjectionType: oneOf("ALL", "INCLUDE", "KEYS_ONLY") },
    optional: { NonKeyAttributes: listOf(text, 1, 100) },
  }),
};

const readTable = parameters({
  required: {
    TableName: tableName,
    AttributeDefinitions: listOf(
      parameters({ required: { AttributeName: text, AttributeType: oneOf("B", "N", "S") } }),
      0,
      100,
    ),
    KeySchema: keySchema,
  },
  optional: {
    BillingMode: oneOf("PROVISIONED", "PAY_PER_REQUEST"),
    ProvisionedThroughput: throughput,
    LocalSecondaryIndexes: listOf(parameters({ required: index }), 0, 100),
    GlobalSecondaryIndexes: listOf(
      parameters({ required: index, optional: { ProvisionedThroughput: throughput } }),
      0,
      100,
    ),
    DeletionProtectionEnabled: boolean,
  },
});

/** The table is there at once: the wait of the service imitates nothing that anybody here depends on. */
export const createTable: Operation = ({ database, tables, items, clock }, input) => {
  const request = readTable(input, "");
  checkTable(request);
  if (tables.find(request.TableName) !== undefined)
    throw resourceInUse(`Table already exists: ${request.TableName}`);
  const definition: TableDefinition = {
    ...request,
    tableId: randomUUID(),
    createdAtSeconds: clock().getTime() / 1000,
  };
  const table = database.transaction(() => tables.create(definition));
  return { TableDescription: describedTable(table, items.count(table)) };
};
