import { integer, parameters, resourceName } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import { batchGetItem } from "./batch-get-item.ts";
import { batchWriteItem } from "./batch-write-item.ts";
import { createTable } from "./create-table.ts";
import { deleteItem } from "./delete-item.ts";
import { describedTable, describeTable, namedTable, readTableName } from "./describe-table.ts";
import { getItem } from "./get-item.ts";
import type { Operation } from "./operation.ts";
import { putItem } from "./put-item.ts";
import { query } from "./query.ts";
import { scan } from "./scan.ts";
import { describeTimeToLive, updateTimeToLive } from "./time-to-live.ts";
import { transactGetItems } from "./transact-get-items.ts";
import { transactWriteItems } from "./transact-write-items.ts";
import { updateItem } from "./update-item.ts";

const mostNames = 100;

const readList = parameters({
  required: {},
  optional: { Limit: integer(1, mostNames), ExclusiveStartTableName: resourceName },
});

const listTables: Operation = ({ tables }, input) => {
  const { Limit = mostNames, ExclusiveStartTableName = "" } = readList(input, "");
  const names = tables.names().filter((name) => name > ExclusiveStartTableName);
  const page = names.slice(0, Limit);
  return { TableNames: page, LastEvaluatedTableName: names.length > Limit ? page.at(-1) : undefined };
};

const deleteTable: Operation = ({ tables, items }, input) => {
  const table = namedTable(tables, readTableName(input, "").TableName);
  if (table.definition.DeletionProtectionEnabled)
    throw validationError(
      "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.",
    );
  const held = items.count(table);
  tables.delete(table);
  items.forgetAll();
  return { TableDescription: describedTable(table, held, "DELETING") };
};

/** All that the local DynamoDB knows. PartiQL, streams, backups, tags and changes of a table's indexes are not among it. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries({
    BatchGetItem: batchGetItem,
    BatchWriteItem: batchWriteItem,
    CreateTable: createTable,
    DeleteItem: deleteItem,
    DeleteTable: deleteTable,
    DescribeTable: describeTable,
    DescribeTimeToLive: describeTimeToLive,
    GetItem: getItem,
    ListTables: listTables,
    PutItem: putItem,
    Query: query,
    Scan: scan,
    TransactGetItems: transactGetItems,
    TransactWriteItems: transactWriteItems,
    UpdateItem: updateItem,
    UpdateTimeToLive: updateTimeToLive,
  }),
);
