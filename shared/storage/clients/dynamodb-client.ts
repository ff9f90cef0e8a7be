import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { directTables } from "../direct/direct-tables.ts";
import { againOnConflict } from "./again-on-conflict.ts";
import { type ClientSettings, optionsOf, shortened } from "./client-settings.ts";

export function createDynamodbClient(settings: ClientSettings): DynamoDBDocumentClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(optionsOf("dynamodb", settings)), {
    marshallOptions: { removeUndefinedValues: true },
  });
  return againOnConflict(shortened(client, "dynamodb", directTables, settings));
}
