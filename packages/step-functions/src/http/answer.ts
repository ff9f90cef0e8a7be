import { ApiError } from "../api/api-error.ts";
import { callAction } from "../api/call-action.ts";
import { isRequest, type Request } from "../api/request.ts";
import type { Engine } from "../engine/engine.ts";
import { JournalUnwritableError } from "../journal/journal.ts";

const TARGET_PREFIX = "AWSStepFunctions.";

const AGAIN = "What was accepted is kept and written as soon as that is possible; ask again then.";

export interface WireAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** AWS JSON 1.0: the operation's name in `X-Amz-Target`, members as JSON, errors as `__type` and `message`. */
export async function answer(engine: Engine, target: string | undefined, body: string): Promise<WireAnswer> {
  try {
    if (target === undefined || !target.startsWith(TARGET_PREFIX)) {
      throw new ApiError(
        "UnknownOperationException",
        "The X-Amz-Target header names no operation of AWSStepFunctions.",
      );
    }
    const response = await callAction(engine, target.slice(TARGET_PREFIX.length), members(body));
    return wire(engine, 200, response);
  } catch (error) {
    if (error instanceof ApiError) {
      return wire(engine, 400, { __type: error.errorName, message: error.message });
    }
    const message = error instanceof Error ? error.message : String(error);
    if (error instanceof JournalUnwritableError) {
      return wire(engine, 503, { __type: "ServiceUnavailable", message: `${message} ${AGAIN}` });
    }
    return wire(engine, 500, { __type: "InternalServerError", message });
  }
}

function members(body: string): Request {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body === "" ? "{}" : body);
  } catch {
    throw new ApiError("SerializationException", "The request body is not JSON.");
  }
  if (isRequest(parsed)) return parsed;
  throw new ApiError("SerializationException", "The request body is not a JSON object.");
}

function wire(engine: Engine, statusCode: number, body: object): WireAnswer {
  const headers = { "content-type": "application/x-amz-json-1.0", "x-amzn-requestid": engine.uuid() };
  return { statusCode, headers, body: JSON.stringify(body) };
}
