import { capacityAnswer, consumedByWrite } from "../capacity.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, parameters } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import { checkItemKeys, keyOf } from "../store/item-key.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";
import type { Item } from "../values/attribute-value.ts";
import { checkItemSize, type ItemWrite, writeItem } from "./item-write.ts";
import type { Operation } from "./operation.ts";
import { conditionParameters, tableName, writeParameters } from "./write-parameters.ts";

const readPut = parameters({
  required: { TableName: tableName, Item: attributes },
  optional: writeParameters,
});

export const readPutOfTransaction = parameters({
  required: { TableName: tableName, Item: attributes },
  optional: conditionParameters,
});

export const putItem: Operation = (context, input) => {
  const put = readPut(input, "");
  if (put.ReturnValues !== undefined && put.ReturnValues !== "ALL_OLD" && put.ReturnValues !== "NONE")
    throw validationError("ReturnValues can only be ALL_OLD or NONE");
  const { write, before, after } = writeItem(context, putWrite(context.tables, put));
  return {
    Attributes: put.ReturnValues === "ALL_OLD" ? before : undefined,
    ConsumedCapacity: capacityAnswer(put.ReturnConsumedCapacity, consumedByWrite(write.table, before, after)),
  };
};

export function putWrite(tables: TableCatalogue, put: ReturnType<typeof readPutOfTransaction>): ItemWrite {
  checkItemSize(put.Item);
  const { condition } = readExpressions(put, ["ConditionExpression"]);
  const tellsOnFailure = put.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
  return { ...replacement(tables, put.TableName, put.Item), condition, tellsOnFailure };
}

/** Puts the item, whatever was there. */
export function replacement(tables: TableCatalogue, name: string, item: Item): ItemWrite {
  const table = tables.get(name);
  checkItemKeys(table, item);
  return {
    table,
    key: keyOf(table, item),
    condition: undefined,
    tellsOnFailure: false,
    change: () => item,
  };
}
