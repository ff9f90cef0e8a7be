/** A table whose items have a partition key and a sort key, both texts. */
export const tableDefinition = (TableName: string) => ({
  TableName,
  BillingMode: "PAY_PER_REQUEST" as const,
  AttributeDefinitions: ["pk", "sk"].map((AttributeName) => ({ AttributeName, AttributeType: "S" as const })),
  KeySchema: [
    { AttributeName: "pk", KeyType: "HASH" as const },
    { AttributeName: "sk", KeyType: "RANGE" as const },
  ],
});
