import type { CreateTableCommandInput } from "@aws-sdk/client-dynamodb";

export const primaryKey = { partition: "pk", sort: "sk" } as const;

/** Keys only: most writes change no key, so they cost no index write; lists fetch the items by their keys. */
export const secondaryIndexes = [
  { name: "gsi1", partition: "gsi1pk", sort: "gsi1sk" },
  { name: "gsi2", partition: "gsi2pk", sort: "gsi2sk" },
] as const;

/** Unix seconds after which DynamoDB may delete an item, some day. Readers compare `expiresAt` themselves. */
export const timeToLiveAttribute = "ttl";

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: "HASH" as const },
  { AttributeName: sort, KeyType: "RANGE" as const },
];

/** The one table, as `CreateTable` takes it; docs/data-model.md lists what lies under which key. */
export const tableDefinition = (tableName: string) =>
  ({
    TableName: tableName,
    BillingMode: "PAY_PER_REQUEST",
    AttributeDefinitions: [primaryKey, ...secondaryIndexes]
      .flatMap(({ partition, sort }) => [partition, sort])
      .map((name) => ({ AttributeName: name, AttributeType: "S" as const })),
    KeySchema: keySchema(primaryKey.partition, primaryKey.sort),
    GlobalSecondaryIndexes: secondaryIndexes.map(({ name, partition, sort }) => ({
      IndexName: name,
      KeySchema: keySchema(partition, sort),
      Projection: { ProjectionType: "KEYS_ONLY" as const },
    })),
  }) satisfies CreateTableCommandInput;
