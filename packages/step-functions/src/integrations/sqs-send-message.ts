import type { JsonValue } from "../expression/json-value.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, sdkAnswer, sdkCall } from "./sdk-call.ts";
import type { SdkService } from "./sdk-services.ts";

const naming: ErrorNaming = {
  prefix: "SQS",
  service: "AmazonSQS",
  fallback: "AmazonSQSException",
  known: new Set(["InvalidMessageContents", "OverLimit", "UnsupportedOperation"]),
};

/** `arn:aws:states:::sqs:sendMessage`; a body that is no string is sent as its JSON text. */
export function sqsSendMessage(sdk: () => Promise<SdkService>): Integration {
  return {
    resourceType: "sqs",
    resource: "sendMessage",
    async send(request) {
      const { MessageBody, ...rest } = request;
      const input = { ...rest, MessageBody: bodyText(MessageBody) };
      const result = await sdkCall(await sdk(), "SendMessage", input, naming);
      return sdkAnswer(modelled(result.output), result);
    },
  };
}

function bodyText(body: JsonValue | undefined): string | undefined {
  if (body === undefined || body === null) return undefined;
  return typeof body === "string" ? body : JSON.stringify(body);
}
