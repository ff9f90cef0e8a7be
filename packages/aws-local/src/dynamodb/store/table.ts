import type { KeyAttribute } from "../expressions/key-condition.ts";

export interface KeySchemaElement {
  readonly AttributeName: string;
  readonly KeyType: "HASH" | "RANGE";
}

export interface Projection {
  readonly ProjectionType: "ALL" | "KEYS_ONLY" | "INCLUDE";
  readonly NonKeyAttributes?: readonly string[] | undefined;
}

export interface Throughput {
  readonly ReadCapacityUnits: number;
  readonly WriteCapacityUnits: number;
}

export interface IndexDefinition {
  readonly IndexName: string;
  readonly KeySchema: readonly KeySchemaElement[];
  readonly Projection: Projection;
  readonly ProvisionedThroughput?: Throughput | undefined;
}

/** A table as it was asked for, and what became of it. */
export interface TableDefinition {
  readonly TableName: string;
  readonly AttributeDefinitions: readonly {
    readonly AttributeName: string;
    readonly AttributeType: KeyAttribute["type"];
  }[];
  readonly KeySchema: readonly KeySchemaElement[];
  readonly BillingMode?: "PROVISIONED" | "PAY_PER_REQUEST" | undefined;
  readonly ProvisionedThroughput?: Throughput | undefined;
  readonly GlobalSecondaryIndexes?: readonly IndexDefinition[] | undefined;
  readonly LocalSecondaryIndexes?: readonly IndexDefinition[] | undefined;
  readonly DeletionProtectionEnabled?: boolean | undefined;
  readonly tableId: string;
  readonly createdAtSeconds: number;
  readonly timeToLiveAttribute?: string | undefined;
}

export interface KeySchema {
  readonly partition: KeyAttribute;
  readonly sort: KeyAttribute | undefined;
}

export interface TableIndex extends KeySchema {
  /** Its place among the table's indexes; entries carry it. */
  readonly number: number;
  readonly name: string;
  readonly isLocal: boolean;
  readonly projectionType: Projection["ProjectionType"];
  /** Names that its entries have; undefined: all. */
  readonly projected: ReadonlySet<string> | undefined;
}

export interface Table extends KeySchema {
  readonly id: number;
  readonly name: string;
  readonly definition: TableDefinition;
  readonly indexes: readonly TableIndex[];
}

export function tableOf(id: number, definition: TableDefinition): Table {
  const schema = keySchemaOf(definition, definition.KeySchema);
  const local = definition.LocalSecondaryIndexes ?? [];
  const indexes = [...local, ...(definition.GlobalSecondaryIndexes ?? [])].map((index, number) => {
    const keys = keySchemaOf(definition, index.KeySchema);
    return {
      ...keys,
      number,
      name: index.IndexName,
      isLocal: number < local.length,
      projectionType: index.Projection.ProjectionType,
      projected:
        index.Projection.ProjectionType === "ALL"
          ? undefined
          : new Set([...keyNames(schema), ...keyNames(keys), ...(index.Projection.NonKeyAttributes ?? [])]),
    };
  });
  return { ...schema, id, name: definition.TableName, definition, indexes };
}

export const keyNames = ({ partition, sort }: KeySchema): readonly string[] =>
  sort === undefined ? [partition.name] : [partition.name, sort.name];

export const keyAttributes = ({ partition, sort }: KeySchema): readonly KeyAttribute[] =>
  sort === undefined ? [partition] : [partition, sort];

function keySchemaOf(definition: TableDefinition, elements: readonly KeySchemaElement[]): KeySchema {
  const [partition, sort] = elements.map(({ AttributeName }) => {
    const type = definition.AttributeDefinitions.find((one) => one.AttributeName === AttributeName);
    if (type === undefined) throw new TypeError(`The key ${AttributeName} has no type.`);
    return { name: AttributeName, type: type.AttributeType };
  });
  if (partition === undefined) throw new TypeError("A table has no key.");
  return { partition, sort };
}
