import type { WireService } from "../../http/wire.ts";
import type { Command, DirectCall } from "./direct-client.ts";
import { fieldsOf, jsonCall } from "./json-calls.ts";
import { tableAnswer, tableCall, tableError } from "./table-calls.ts";

/** A condition that did not hold is not a failure of the call: asking again would tell the same. */
const answered = /"__type":"[^"]*#(?:ConditionalCheckFailed|TransactionCanceled)Exception"/;

/** The document client's calls. @throws as it does when a condition does not hold */
export const directTables =
  (wire: WireService): DirectCall =>
  async (command, gone) => {
    const call = callOf(command);
    if (call === null) return null;
    const answer = await jsonCall(wire, `DynamoDB_20120810.${call.operation}`, call.input, gone);
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
