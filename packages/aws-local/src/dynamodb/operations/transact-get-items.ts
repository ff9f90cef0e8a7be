import { type Consumed, capacityAnswers, readUnits } from "../capacity.ts";
import { readNames } from "../expressions/placeholders.ts";
import { project } from "../expressions/projection.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, capacity, listOf, parameters, text } from "../parameters.ts";
import { readKey } from "../store/item-key.ts";
import type { Operation } from "./operation.ts";
import { refuseNestedKeys } from "./update-item.ts";
import { tableName } from "./write-parameters.ts";

const mostGets = 100;

const readGet = parameters({
  required: {
    Get: parameters({
      required: { TableName: tableName, Key: attributes },
      optional: { ProjectionExpression: text, ExpressionAttributeNames: readNames },
    }),
  },
});

const readTransaction = parameters({
  required: { TransactItems: listOf(readGet, 1, mostGets) },
  optional: { ReturnConsumedCapacity: capacity },
});

/** Nothing else runs meanwhile, so all are of one moment. */
export const transactGetItems: Operation = ({ tables, items }, input) => {
  const transaction = readTransaction(input, "");
  const gets = transaction.TransactItems.map(({ Get: get }) => {
    const { projection } = readExpressions(get, ["ProjectionExpression"]);
    const table = tables.get(get.TableName);
    if (projection) refuseNestedKeys(table, projection);
    return { table, projection, key: readKey(table, get.Key) };
  });
  const consumed: Consumed[] = [];
  const responses = gets.map(({ table, projection, key }) => {
    const stored = items.get(table, key);
    consumed.push({ table, units: readUnits(stored?.bytes ?? 0, 2), indexes: new Map() });
    return stored ? { Item: projection ? project(stored.item, projection) : stored.item } : {};
  });
  return {
    Responses: responses,
    ConsumedCapacity: capacityAnswers(transaction.ReturnConsumedCapacity, consumed),
  };
};
