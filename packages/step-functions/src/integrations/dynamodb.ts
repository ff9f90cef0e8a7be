import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from "@aws-sdk/client-dynamodb";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, type SdkClient, sdkAnswer, sdkCall } from "./sdk-call.ts";

const naming: ErrorNaming = {
  prefix: "DynamoDB",
  service: "AmazonDynamoDBv2",
  fallback: "AmazonDynamoDBException",
  known: new Set([
    "ConditionalCheckFailedException",
    "InternalServerErrorException",
    "ItemCollectionSizeLimitExceededException",
    "ProvisionedThroughputExceededException",
    "ReplicatedWriteConflictException",
    "RequestLimitExceededException",
    "ResourceNotFoundException",
    "TransactionConflictException",
  ]),
};

const commands = {
  getItem: GetItemCommand,
  putItem: PutItemCommand,
  updateItem: UpdateItemCommand,
  deleteItem: DeleteItemCommand,
} as const;

/** `arn:aws:states:::dynamodb:getItem` and its like; attributes stand in DynamoDB's own JSON, in and out. */
export function dynamodbItem(client: () => SdkClient, resource: keyof typeof commands): Integration {
  const Command = commands[resource] as unknown as new (input: object) => object;
  return {
    resourceType: "dynamodb",
    resource,
    async send(request) {
      const result = await sdkCall(client(), new Command(request), naming);
      return sdkAnswer(modelled(result.output), result);
    },
  };
}
