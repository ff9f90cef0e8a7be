import type { Integration, Integrations } from "./integration.ts";
import { lambdaFunction, lambdaInvoke } from "./lambda-invoke.ts";
import type { SdkClients } from "./sdk-clients.ts";
import { sqsSendMessage } from "./sqs-send-message.ts";
import { startExecutionIntegration } from "./start-execution.ts";

/** Everything a Task's `Resource` may name. */
export function standardIntegrations(clients: SdkClients): Integrations {
  return new Map<string, Integration>([
    ["function", lambdaFunction(clients.lambda)],
    ["lambda:invoke", lambdaInvoke(clients.lambda)],
    ["sqs:sendMessage", sqsSendMessage(clients.sqs)],
    ["states:startExecution", startExecutionIntegration()],
  ]);
}
