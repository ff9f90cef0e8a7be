import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

export interface TableAccess {
  readonly dynamodb: DynamoDBDocumentClient;
  readonly tableName: string;
}

/** Names electrodb writes into each item, so that items of one kind are told from those of another. */
export const model = (entity: string) => ({ entity, version: "1", service: "drover" }) as const;

/** A key field built from attributes, named in `{}`. Ids differ by case, and electrodb would lower it. */
export const keyTemplate = <Field extends string, const Names extends readonly string[]>(
  field: Field,
  composite: Names,
  template: string,
) => ({ field, composite, template: template.replaceAll("{", "${"), casing: "none" as const });

export const entityConfig = ({ dynamodb, tableName }: TableAccess) => ({
  client: dynamodb,
  table: tableName,
});
