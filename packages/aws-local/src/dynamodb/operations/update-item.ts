import { capacityAnswer, consumedByWrite } from "../capacity.ts";
import { applyUpdate } from "../expressions/apply-update.ts";
import type { DocumentPath } from "../expressions/document-path.ts";
import { project } from "../expressions/projection.ts";
import { readExpressions } from "../expressions/read-expressions.ts";
import { pathsOfUpdate, type Update } from "../expressions/update.ts";
import { attributes, parameters, text } from "../parameters.ts";
import { invalidParameter, validationError } from "../service-error.ts";
import { checkIndexKeys, readKey } from "../store/item-key.ts";
import { keyAttributes, type Table } from "../store/table.ts";
import type { TableCatalogue } from "../store/table-catalogue.ts";
import { type Item, typeOf } from "../values/attribute-value.ts";
import { checkItemSize, type ItemChange, type ItemWrite, writeItem } from "./item-write.ts";
import type { Operation } from "./operation.ts";
import { conditionParameters, tableName, writeParameters } from "./write-parameters.ts";

const readUpdate = parameters({
  required: { TableName: tableName, Key: attributes },
  optional: { ...writeParameters, UpdateExpression: text },
});

export const readUpdateOfTransaction = parameters({
  required: { TableName: tableName, Key: attributes, UpdateExpression: text },
  optional: conditionParameters,
});

export const updateItem: Operation = (context, input) => {
  const request = readUpdate(input, "");
  const { write, paths } = updateWrite(context.tables, request);
  const change = writeItem(context, write);
  return {
    Attributes: answered(change, request.ReturnValues, paths),
    ConsumedCapacity: capacityAnswer(
      request.ReturnConsumedCapacity,
      consumedByWrite(write.table, change.before, change.after),
    ),
  };
};

function answered(
  { before, after }: ItemChange,
  wanted: ReturnType<typeof readUpdate>["ReturnValues"],
  paths: readonly DocumentPath[],
): Item | undefined {
  switch (wanted) {
    case "ALL_OLD":
      return before;
    case "ALL_NEW":
      return after;
    case "UPDATED_OLD":
      return nonEmpty(before && project(before, paths));
    case "UPDATED_NEW":
      return nonEmpty(after && project(after, paths));
    default:
      return undefined;
  }
}

const nonEmpty = (item: Item | undefined): Item | undefined =>
  item !== undefined && Object.keys(item).length > 0 ? item : undefined;

export function updateWrite(
  tables: TableCatalogue,
  request: Omit<ReturnType<typeof readUpdate>, "ReturnValues">,
): { readonly write: ItemWrite; readonly paths: readonly DocumentPath[] } {
  const { update = nothing, condition } = readExpressions(request, [
    "UpdateExpression",
    "ConditionExpression",
  ]);
  const table = tables.get(request.TableName);
  const key = readKey(table, request.Key);
  const paths = pathsOfUpdate(update);
  checkPaths(table, paths);
  checkLiterals(table, update);
  const write: ItemWrite = {
    table,
    key,
    condition,
    tellsOnFailure: request.ReturnValuesOnConditionCheckFailure === "ALL_OLD",
    change(before) {
      const after = applyUpdate(before ?? request.Key, update);
      checkItemSize(after, "Item size to update has exceeded the maximum allowed size");
      checkIndexKeys(table, after, () =>
        validationError(
          "The update expression attempted to update the secondary index key to unsupported type",
        ),
      );
      return after;
    },
  };
  return { write, paths };
}

const nothing: Update = { set: [], remove: [], add: [], delete: [] };

function checkPaths(table: Table, paths: readonly DocumentPath[]): void {
  for (const { name } of keyAttributes(table)) {
    if (paths.some(([head]) => head === name))
      throw invalidParameter(`Cannot update attribute ${name}. This attribute is part of the key`);
  }
  refuseNestedKeys(table, paths);
}

/** What is known of an index's key before the item is seen. */
function checkLiterals(table: Table, update: Update): void {
  for (const index of table.indexes) {
    for (const { name, type } of keyAttributes(index)) {
      for (const { path, term } of update.set) {
        if (path.length > 1 || path[0] !== name || term.kind !== "value" || typeOf(term.value) === type)
          continue;
        throw invalidParameter(
          `Type mismatch for Index Key ${name} Expected: ${type} Actual: ${typeOf(term.value)} IndexName: ${index.name}`,
        );
      }
    }
  }
}

/** Keys are scalars: no path leads into one. */
export function refuseNestedKeys(table: Table, paths: readonly DocumentPath[]): void {
  const nested = new Set(paths.filter((path) => path.length > 1).map(([head]) => head));
  const words = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed";
  for (const { name } of keyAttributes(table))
    if (nested.has(name)) throw validationError(`${words}: Key: ${name}`);
  for (const { name } of table.indexes.flatMap(keyAttributes))
    if (nested.has(name)) throw validationError(`${words}: IndexKey: ${name}`);
}
