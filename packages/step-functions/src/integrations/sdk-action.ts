import type { SdkActionService } from "../definition/sdk-actions.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, sdkCall } from "./sdk-call.ts";
import { sdkInput } from "./sdk-input.ts";
import { sdkOutput } from "./sdk-output.ts";
import type { SdkService } from "./sdk-services.ts";
import { TaskFailure } from "./task-failure.ts";

/** Services as errors name them: `DynamoDb.ConditionalCheckFailedException`. */
const NAMES: Readonly<Record<SdkActionService, string>> = {
  dynamodb: "DynamoDb",
  lambda: "Lambda",
  s3: "S3",
  sns: "Sns",
  sqs: "Sqs",
};

/** `arn:aws:states:::aws-sdk:<service>:<action>`: one call of the API, its answer the result, without HTTP metadata. */
export function sdkAction(
  sdk: () => Promise<SdkService>,
  serviceName: SdkActionService,
  action: string,
): Integration {
  const operation = action.charAt(0).toUpperCase() + action.slice(1);
  const prefix = NAMES[serviceName];
  const naming: ErrorNaming = { prefix, service: prefix, fallback: `${prefix}Exception`, known: "modelled" };
  const resourceType = `aws-sdk:${serviceName}`;
  return {
    resourceType,
    resource: action,
    async send(request, { payloadBytes }) {
      const service = await sdk();
      const input = sdkInput(service.inputSchema(operation), request);
      const { output } = await sdkCall(service, operation, input, naming);
      if (Number(output.ContentLength ?? 0) > payloadBytes && output.Body !== undefined) {
        const cause = `The state/task '${resourceType}' returned a result with a size exceeding the maximum number of bytes service limit.`;
        throw new TaskFailure("States.DataLimitExceeded", cause);
      }
      return { output: JSON.stringify(await sdkOutput(modelled(output))) };
    },
  };
}
