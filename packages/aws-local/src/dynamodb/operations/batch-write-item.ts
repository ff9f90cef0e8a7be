import { capacityAnswers, consumedByWrite } from "../capacity.ts";
import { attributes, capacity, constraint, listOf, mapOf, noMetrics, parameters } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";
import { refuseDuplicates } from "./batch-get-item.ts";
import { removal } from "./delete-item.ts";
import { carryOut, checkItemSize, type ItemWrite, planWrite } from "./item-write.ts";
import type { Operation } from "./operation.ts";
import { replacement } from "./put-item.ts";

const mostWrites = 25;

const readWrite = parameters({
  required: {},
  optional: {
    PutRequest: parameters({ required: { Item: attributes } }),
    DeleteRequest: parameters({ required: { Key: attributes } }),
  },
});

const readBatch = parameters({
  required: { RequestItems: mapOf(listOf(readWrite, 1, mostWrites)) },
  optional: { ReturnConsumedCapacity: capacity, ReturnItemCollectionMetrics: noMetrics },
});

/** Not all or nothing in the service; here one transaction, which no caller can tell from a batch that went well. */
export const batchWriteItem: Operation = (context, input) => {
  const batch = readBatch(input, "");
  const requests = [...batch.RequestItems].flatMap(([name, all]) => all.map((one) => ({ name, ...one })));
  if (requests.length > mostWrites)
    throw constraint(
      "RequestItems",
      "requestItems",
      `Member must have length less than or equal to ${mostWrites}`,
    );
  const writes = requests.map((request) => planned(context.tables, request));
  refuseDuplicates(writes.map(identityOf));
  const consumed = context.database.transaction(() =>
    writes.map((write) => {
      const change = planWrite(context, write);
      carryOut(context, change);
      return consumedByWrite(write.table, change.before, change.after);
    }),
  );
  return {
    UnprocessedItems: {},
    ConsumedCapacity: capacityAnswers(batch.ReturnConsumedCapacity, consumed),
  };
};

function planned(
  tables: TableCatalogue,
  { name, PutRequest: put, DeleteRequest: deletion }: { name: string } & ReturnType<typeof readWrite>,
): ItemWrite {
  if ((put === undefined) === (deletion === undefined))
    throw validationError(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes",
    );
  if (deletion !== undefined) return removal(tables, name, deletion.Key);
  if (put === undefined) throw new TypeError("A write request is neither put nor delete.");
  checkItemSize(put.Item);
  return replacement(tables, name, put.Item);
}

/** The same for two writes to one item. */
export const identityOf = ({ table, key }: ItemWrite): string =>
  `${table.id}/${key.partition.toString("hex")}/${key.sort.toString("hex")}`;
