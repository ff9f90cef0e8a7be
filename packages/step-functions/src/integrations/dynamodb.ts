import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, sdkAnswer, sdkCall } from "./sdk-call.ts";
import type { SdkService } from "./sdk-services.ts";

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

const operations = {
  getItem: "GetItem",
  putItem: "PutItem",
  updateItem: "UpdateItem",
  deleteItem: "DeleteItem",
} as const;

/** `arn:aws:states:::dynamodb:getItem` and its like; attributes stand in DynamoDB's own JSON, in and out. */
export function dynamodbItem(sdk: () => Promise<SdkService>, resource: keyof typeof operations): Integration {
  return {
    resourceType: "dynamodb",
    resource,
    async send(request) {
      const result = await sdkCall(await sdk(), operations[resource], request, naming);
      return sdkAnswer(modelled(result.output), result);
    },
  };
}
