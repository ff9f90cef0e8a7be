import { isSdkActionService, sdkActions } from "../definition/sdk-actions.ts";
import type { ServiceIntegration } from "../definition/service-integrations.ts";
import { dynamodbItem } from "./dynamodb.ts";
import type { Integration, Integrations } from "./integration.ts";
import { lambdaFunction, lambdaInvoke } from "./lambda-invoke.ts";
import { putEvents } from "./put-events.ts";
import { sdkAction } from "./sdk-action.ts";
import type { SdkServices } from "./sdk-services.ts";
import { sqsSendMessage } from "./sqs-send-message.ts";
import { startExecutionIntegration } from "./start-execution.ts";
import { TaskFailure } from "./task-failure.ts";

/** What runs each integration, a function's own ARN and an activity. */
const own = (
  sdk: SdkServices,
): { readonly [Name in ServiceIntegration | "function" | "activity"]: Integration } => ({
  function: lambdaFunction(sdk.lambda),
  activity: activityTask(),
  "lambda:invoke": lambdaInvoke(sdk.lambda),
  "dynamodb:getItem": dynamodbItem(sdk.dynamodb, "getItem"),
  "dynamodb:putItem": dynamodbItem(sdk.dynamodb, "putItem"),
  "dynamodb:updateItem": dynamodbItem(sdk.dynamodb, "updateItem"),
  "dynamodb:deleteItem": dynamodbItem(sdk.dynamodb, "deleteItem"),
  "events:putEvents": putEvents(sdk.eventBridge),
  "sqs:sendMessage": sqsSendMessage(sdk.sqs),
  "states:startExecution": startExecutionIntegration(),
});

/** Everything a Task's `Resource` may name. */
export const standardIntegrations = (sdk: SdkServices): Integrations =>
  new Map([...Object.entries(own(sdk)), ...everySdkAction(sdk)]);

function everySdkAction(sdk: SdkServices): readonly (readonly [string, Integration])[] {
  return Object.keys(sdkActions)
    .filter(isSdkActionService)
    .flatMap((service) =>
      [...sdkActions[service]].map(
        (action) => [`aws-sdk:${service}:${action}`, sdkAction(sdk[service], service, action)] as const,
      ),
    );
}

/** A task that waits in an activity's queue until a worker asks for it with GetActivityTask. */
function activityTask(): Integration {
  return {
    resourceType: "activity",
    resource: "activity",
    async send(request, { offerActivity }) {
      const { activityArn, input } = request;
      const offered =
        typeof activityArn === "string" && typeof input === "string" && offerActivity(activityArn, input);
      if (!offered) throw new TaskFailure("States.Runtime", "The activity's task is gone.");
      return { output: "null" };
    },
  };
}
