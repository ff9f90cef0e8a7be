import { capacityAnswer, readUnits } from "../capacity.ts";
import { readNames } from "../expressions/placeholders.ts";
import { project } from "../expressions/projection.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, boolean, capacity, parameters, text } from "../parameters.ts";
import { readKey } from "../store/item-key.ts";
import type { Operation } from "./operation.ts";
import { refuseNestedKeys } from "./update-item.ts";
import { tableName } from "./write-parameters.ts";

const readGet = parameters({
  required: { TableName: tableName, Key: attributes },
  optional: {
    ConsistentRead: boolean,
    ProjectionExpression: text,
    ExpressionAttributeNames: readNames,
    ReturnConsumedCapacity: capacity,
  },
});

/** Every read here is consistent; what was asked for shows in the capacity it consumes. */
export const getItem: Operation = ({ tables, items }, input) => {
  const get = readGet(input, "");
  const { projection } = readExpressions(get, ["ProjectionExpression"]);
  const table = tables.get(get.TableName);
  const key = readKey(table, get.Key);
  if (projection) refuseNestedKeys(table, projection);
  const stored = items.get(table, key);
  return {
    Item: stored && (projection ? project(stored.item, projection) : stored.item),
    ConsumedCapacity: capacityAnswer(get.ReturnConsumedCapacity, {
      table,
      units: readUnits(stored?.bytes ?? 0, get.ConsistentRead ? 1 : 0.5),
      indexes: new Map(),
    }),
  };
};
