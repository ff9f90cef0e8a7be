import { invalidParameter, validationError } from "../service-error.ts";
import type { IndexDefinition, KeySchemaElement, TableDefinition } from "../store/table.ts";

type NewTable = Omit<TableDefinition, "tableId" | "createdAtSeconds">;

const mostLocalIndexes = 5;
const mostGlobalIndexes = 20;

/** Whether the parts of a new table fit together. @throws ValidationException */
export function checkTable(table: NewTable): void {
  checkBilling(table);
  const defined = table.AttributeDefinitions.map(({ AttributeName }) => AttributeName);
  if (new Set(defined).size !== defined.length)
    throw invalidParameter("Cannot have two attribute definitions with the same name");
  checkKeySchema(table.KeySchema);
  const missing = namesOf(table.KeySchema).filter((name) => !defined.includes(name));
  if (missing.length > 0)
    throw invalidParameter(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${namesOf(table.KeySchema).join(", ")}], AttributeDefinitions: [${defined.join(", ")}]`,
    );
  const local = indexes(table.LocalSecondaryIndexes, "LocalSecondaryIndexes");
  const global = indexes(table.GlobalSecondaryIndexes, "GlobalSecondaryIndexes");
  for (const index of [...local, ...global]) checkIndex(index, defined);
  for (const index of local) checkLocalIndex(index, table);
  for (const index of global) checkGlobalIndex(index, table);
  checkCounts(local, global);
  const used = new Set([table, ...local, ...global].flatMap(({ KeySchema }) => namesOf(KeySchema)));
  if (used.size !== defined.length)
    throw invalidParameter(
      local.length + global.length > 0
        ? `Some AttributeDefinitions are not used. AttributeDefinitions: [${defined.join(", ")}], keys used: [${[...used].join(", ")}]`
        : "Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions",
    );
}

const namesOf = (schema: readonly KeySchemaElement[]): readonly string[] =>
  schema.map(({ AttributeName }) => AttributeName);

function checkBilling({ BillingMode, ProvisionedThroughput }: NewTable): void {
  if (BillingMode === "PAY_PER_REQUEST" && ProvisionedThroughput)
    throw invalidParameter(
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST",
    );
  if (BillingMode !== "PAY_PER_REQUEST" && !ProvisionedThroughput)
    throw invalidParameter(
      "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED",
    );
}

function checkKeySchema([first, second]: readonly KeySchemaElement[]): void {
  if (first?.KeyType !== "HASH")
    throw validationError("Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  if (second === undefined) return;
  if (second.KeyType !== "RANGE")
    throw validationError("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  if (first.AttributeName === second.AttributeName)
    throw validationError("Both the Hash Key and the Range Key element in the KeySchema have the same name");
}

function indexes(
  given: readonly IndexDefinition[] | undefined,
  parameter: string,
): readonly IndexDefinition[] {
  if (given?.length === 0) throw invalidParameter(`List of ${parameter} is empty`);
  return given ?? [];
}

function checkIndex({ KeySchema, Projection }: IndexDefinition, defined: readonly string[]): void {
  if (namesOf(KeySchema).some((name) => !defined.includes(name)))
    throw invalidParameter(
      `Some index key attributes are not defined in AttributeDefinitions. Keys: [${namesOf(KeySchema).join(", ")}], AttributeDefinitions: [${defined.join(", ")}]`,
    );
  checkKeySchema(KeySchema);
  if (Projection.NonKeyAttributes && Projection.ProjectionType !== "INCLUDE")
    throw invalidParameter(
      `ProjectionType is ${Projection.ProjectionType}, but NonKeyAttributes is specified`,
    );
  if (!Projection.NonKeyAttributes && Projection.ProjectionType === "INCLUDE")
    throw invalidParameter("ProjectionType is INCLUDE, but NonKeyAttributes is not specified");
}

function checkLocalIndex({ IndexName, KeySchema }: IndexDefinition, table: NewTable): void {
  if (table.KeySchema.length !== 2)
    throw invalidParameter(
      "Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex",
    );
  if (KeySchema.length !== 2)
    throw invalidParameter(`Index KeySchema does not have a range key for index: ${IndexName}`);
  const [own, tables] = [KeySchema[0]?.AttributeName, table.KeySchema[0]?.AttributeName];
  if (own !== tables)
    throw invalidParameter(
      `Index KeySchema does not have the same leading hash key as table KeySchema for index: ${IndexName}. index hash key: ${own}, table hash key: ${tables}`,
    );
}

function checkGlobalIndex({ IndexName, ProvisionedThroughput }: IndexDefinition, table: NewTable): void {
  if (table.BillingMode === "PAY_PER_REQUEST" && ProvisionedThroughput)
    throw invalidParameter(
      `ProvisionedThroughput should not be specified for index: ${IndexName} when BillingMode is PAY_PER_REQUEST`,
    );
  if (table.BillingMode !== "PAY_PER_REQUEST" && !ProvisionedThroughput)
    throw invalidParameter(`ProvisionedThroughput must be specified for index: ${IndexName}`);
}

function checkCounts(local: readonly IndexDefinition[], global: readonly IndexDefinition[]): void {
  if (local.length > mostLocalIndexes)
    throw invalidParameter(`Number of LocalSecondaryIndexes exceeds per-table limit of ${mostLocalIndexes}`);
  if (global.length > mostGlobalIndexes)
    throw invalidParameter(`GlobalSecondaryIndex count exceeds the per-table limit of ${mostGlobalIndexes}`);
  const names = [...local, ...global].map(({ IndexName }) => IndexName);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw invalidParameter(`Duplicate index name: ${twice}`);
}
