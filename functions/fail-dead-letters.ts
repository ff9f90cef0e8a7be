import { InvalidToken, SendTaskFailureCommand, TaskDoesNotExist, TaskTimedOut } from "@aws-sdk/client-sfn";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { runtimeFor } from "./runtime/runtime.ts";

/** The part of a command that is needed if its readers could not read it: the token. */
const DeadCommand = z.object({
  taskToken: z.string().min(1),
  kind: z.string().max(40).catch("unknown"),
  jobId: z.string().max(40).optional().catch(undefined),
});

/**
 * Fails the state that waits for a command in the dead-letter queue. Otherwise it would wait until its timeout, for
 * a device up to twelve hours (docs/faults.md D3). Only messages whose state could not be failed are retried.
 */
export async function handler(event: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const runtime = runtimeFor("fail-dead-letters");
  const logger = withContext(runtime.logger, {
    function: "fail-dead-letters",
    requestId: context.awsRequestId,
  });
  runtime.metrics.tell({ DeadLetters: event.Records.length });
  const untold = await Promise.all(
    event.Records.map((record) => failWaiting(record, { ...runtime, logger })),
  );
  return { batchItemFailures: untold.flatMap((messageId) => messageId ?? []).map(asFailure) };
}

const asFailure = (itemIdentifier: string) => ({ itemIdentifier });

/** The message's id if it must be retried. */
async function failWaiting(
  { body, messageId }: SQSRecord,
  { clients, logger }: Runtime<"fail-dead-letters">,
): Promise<string | undefined> {
  const command = DeadCommand.safeParse(parseJson(body)).data;
  if (command === undefined) {
    logger.warn("dropped a dead letter that nothing waits for", { messageId });
    return undefined;
  }
  const { taskToken, kind, jobId } = command;
  const error = new DroverError("CommandUndelivered", `No host completed the command ${kind}.`);
  const { code, ...wire } = toWireError(error);
  try {
    await (await clients.sfn()).send(
      new SendTaskFailureCommand({ taskToken, error: code, cause: JSON.stringify({ code, ...wire }) }),
    );
    logger.warn("failed the state that waited for a dead letter", { messageId, kind, jobId });
    return undefined;
  } catch (cause) {
    if (isSettled(cause)) return undefined;
    logger.error("could not fail the waiting state", { messageId, kind, jobId, ...errorFields(cause) });
    return messageId;
  }
}

/** The state no longer waits (docs/faults.md D4). */
const isSettled = (error: unknown): boolean =>
  error instanceof InvalidToken || error instanceof TaskDoesNotExist || error instanceof TaskTimedOut;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
