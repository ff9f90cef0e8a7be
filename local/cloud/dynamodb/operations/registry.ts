import { batchGetItem } from "./batch-get-item.ts";
import { batchWriteItem } from "./batch-write-item.ts";
import { createTable } from "./create-table.ts";
import { deleteItem } from "./delete-item.ts";
import { deleteTable } from "./delete-table.ts";
import { describeTable } from "./describe-table.ts";
import { getItem } from "./get-item.ts";
import { listTables } from "./list-tables.ts";
import type { Operation } from "./operation.ts";
import { putItem } from "./put-item.ts";
import { query } from "./query.ts";
import { scan } from "./scan.ts";
import { describeTimeToLive, updateTimeToLive } from "./time-to-live.ts";
import { transactGetItems } from "./transact-get-items.ts";
import { transactWriteItems } from "./transact-write-items.ts";
import { updateItem } from "./update-item.ts";

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
