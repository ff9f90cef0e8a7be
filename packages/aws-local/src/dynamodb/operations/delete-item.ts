import { capacityAnswer, consumedByWrite } from "../capacity.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { attributes, parameters } from "../parameters.ts";
import { validationError } from "../service-error.ts";
import { readKey } from "../store/item-key.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";
import type { Item } from "../values/attribute-value.ts";
import { type ItemWrite, writeItem } from "./item-write.ts";
import type { Operation } from "./operation.ts";
import { conditionParameters, tableName, writeParameters } from "./write-parameters.ts";

const readDelete = parameters({
  required: { TableName: tableName, Key: attributes },
  optional: writeParameters,
});

export const readDeleteOfTransaction = parameters({
  required: { TableName: tableName, Key: attributes },
  optional: conditionParameters,
});

export const deleteItem: Operation = (context, input) => {
  const deletion = readDelete(input, "");
  const { ReturnValues } = deletion;
  if (ReturnValues !== undefined && ReturnValues !== "ALL_OLD" && ReturnValues !== "NONE")
    throw validationError("ReturnValues can only be ALL_OLD or NONE");
  const { write, before } = writeItem(context, deleteWrite(context.tables, deletion));
  return {
    Attributes: ReturnValues === "ALL_OLD" ? before : undefined,
    ConsumedCapacity: capacityAnswer(
      deletion.ReturnConsumedCapacity,
      consumedByWrite(write.table, before, undefined),
    ),
  };
};

export function deleteWrite(
  tables: TableCatalogue,
  deletion: ReturnType<typeof readDeleteOfTransaction>,
): ItemWrite {
  const { condition } = readExpressions(deletion, ["ConditionExpression"]);
  const tellsOnFailure = deletion.ReturnValuesOnConditionCheckFailure === "ALL_OLD";
  return { ...removal(tables, deletion.TableName, deletion.Key), condition, tellsOnFailure };
}

/** Deletes the item, if there is one. */
export function removal(tables: TableCatalogue, name: string, key: Item): ItemWrite {
  const table = tables.get(name);
  return {
    table,
    key: readKey(table, key),
    condition: undefined,
    tellsOnFailure: false,
    change: () => undefined,
  };
}
