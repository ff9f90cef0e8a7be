import { SQSClient } from "@aws-sdk/client-sqs";
import { directMessages } from "../direct/message-calls.ts";
import { type ClientSettings, optionsOf, shortened } from "./client-settings.ts";

export function createSqsClient(settings: ClientSettings): SQSClient {
  // A queue's URL keeps the address under which it was made; the endpoint that is configured now wins over it.
  const useQueueUrlAsEndpoint = settings.config.endpoints?.sqs === undefined;
  const client = new SQSClient({ ...optionsOf("sqs", settings), useQueueUrlAsEndpoint });
  return shortened(client, "sqs", directMessages, settings);
}
