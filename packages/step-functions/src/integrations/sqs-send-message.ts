import { SendMessageCommand, type SendMessageCommandInput } from "@aws-sdk/client-sqs";
import type { JsonValue } from "../expression/json-value.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, type SdkClient, sdkAnswer, sdkCall } from "./sdk-call.ts";

const naming: ErrorNaming = {
  prefix: "SQS",
  service: "AmazonSQS",
  fallback: "AmazonSQSException",
  known: new Set(["InvalidMessageContents", "OverLimit", "UnsupportedOperation"]),
};

/** `arn:aws:states:::sqs:sendMessage`; a body that is no string is sent as its JSON text. */
export function sqsSendMessage(client: () => SdkClient): Integration {
  return {
    resourceType: "sqs",
    resource: "sendMessage",
    async send(request) {
      const { MessageBody, ...rest } = request;
      const input = { ...rest, MessageBody: bodyText(MessageBody) } as unknown as SendMessageCommandInput;
      const result = await sdkCall(client(), new SendMessageCommand(input), naming);
      return sdkAnswer(modelled(result.output), result);
    },
  };
}

function bodyText(body: JsonValue | undefined): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}
