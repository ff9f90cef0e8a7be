import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from "@aws-sdk/client-sfn";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
} from "@aws-sdk/client-sqs";
import { defined } from "../../domain/defined.ts";
import type { WireResponse, WireService } from "../../http/wire.ts";
import type { Command, DirectCall } from "./direct-client.ts";
import { tableAnswer, tableCall, tableError } from "./table-calls.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Commands whose parameters and answers are JSON as they stand. */
const targets: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [SendTaskSuccessCommand, "AWSStepFunctions.SendTaskSuccess"],
  [SendTaskFailureCommand, "AWSStepFunctions.SendTaskFailure"],
  [SendTaskHeartbeatCommand, "AWSStepFunctions.SendTaskHeartbeat"],
  [ReceiveMessageCommand, "AmazonSQS.ReceiveMessage"],
  [SendMessageCommand, "AmazonSQS.SendMessage"],
  [DeleteMessageCommand, "AmazonSQS.DeleteMessage"],
  [DeleteMessageBatchCommand, "AmazonSQS.DeleteMessageBatch"],
  [ChangeMessageVisibilityCommand, "AmazonSQS.ChangeMessageVisibility"],
]);

/** May hold bytes, which JSON writes in another way than the SDK's callers do. */
const withBytes = ["MessageAttributes", "MessageSystemAttributes", "MessageAttributeNames"];

/** Calls of Step Functions and SQS: AWS JSON 1.0, one path, the operation's name in a header. */
export const directJson =
  (wire: WireService): DirectCall =>
  async (command, gone) => {
    const target = targets.get(command.constructor);
    if (target === undefined || withBytes.some((name) => name in command.input)) return null;
    const answer = await asked(wire, target, command.input, gone);
    return answer?.status === 200 ? fieldsOf(answer) : null;
  };

/** A condition that did not hold is no failure of the call: asking again would tell the same. */
const answered = /"__type":"[^"]*#(?:ConditionalCheckFailed|TransactionCanceled)Exception"/;

/** The document client's calls. @throws as it does when a condition does not hold */
export const directTables =
  (wire: WireService): DirectCall =>
  async (command, gone) => {
    const call = callOf(command);
    if (call === null) return null;
    const answer = await asked(wire, `DynamoDB_20120810.${call.operation}`, call.input, gone);
    if (answer?.status === 200) return tableAnswer(call.operation, fieldsOf(answer));
    if (answer?.status === 400 && answered.test(String(answer.body))) throw tableError(fieldsOf(answer));
    return null;
  };

/** Null, too, for values that are none of JSON's: the SDK knows more of them. */
function callOf(command: Command): ReturnType<typeof tableCall> {
  try {
    return tableCall(command);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const contentType = "application/x-amz-json-1.0";

const asked = (
  wire: WireService,
  target: string,
  input: object,
  gone: AbortSignal | undefined,
): Promise<WireResponse | null> =>
  wire({
    method: "POST",
    path: "/",
    query: "",
    headers: { "content-type": contentType, "x-amz-target": target },
    body: Buffer.from(JSON.stringify(input)),
    ...defined({ gone }),
  }).catch(() => null);

const fieldsOf = ({ body }: WireResponse): Fields => (body.length === 0 ? {} : JSON.parse(String(body)));
