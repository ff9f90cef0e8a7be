import { activityTask } from "./activity.ts";
import { dynamodbItem } from "./dynamodb.ts";
import type { Integration, Integrations } from "./integration.ts";
import { lambdaFunction, lambdaInvoke } from "./lambda-invoke.ts";
import { putEvents } from "./put-events.ts";
import { s3GetObject, s3PutObject } from "./s3-object.ts";
import type { SdkClients } from "./sdk-clients.ts";
import { sqsSendMessage } from "./sqs-send-message.ts";
import { startExecutionIntegration } from "./start-execution.ts";

/** Everything a Task's `Resource` may name. */
export function standardIntegrations(clients: SdkClients): Integrations {
  return new Map<string, Integration>([
    ["function", lambdaFunction(clients.lambda)],
    ["lambda:invoke", lambdaInvoke(clients.lambda)],
    ["activity", activityTask()],
    ["dynamodb:getItem", dynamodbItem(clients.dynamodb, "getItem")],
    ["dynamodb:putItem", dynamodbItem(clients.dynamodb, "putItem")],
    ["dynamodb:updateItem", dynamodbItem(clients.dynamodb, "updateItem")],
    ["dynamodb:deleteItem", dynamodbItem(clients.dynamodb, "deleteItem")],
    ["events:putEvents", putEvents(clients.eventBridge)],
    ["aws-sdk:s3:getObject", s3GetObject(clients.s3)],
    ["aws-sdk:s3:putObject", s3PutObject(clients.s3)],
    ["sqs:sendMessage", sqsSendMessage(clients.sqs)],
    ["states:startExecution", startExecutionIntegration()],
  ]);
}
