import { InvalidToken, SendTaskFailureCommand, TaskDoesNotExist, TaskTimedOut } from "@aws-sdk/client-sfn";
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { toWireError } from "#shared/errors/wire-error.ts";
import { runtimeFor } from "./runtime/runtime.ts";

/** What is left of a command that its readers may have failed to read: the token is enough. */
const DeadCommand = z.object({
  taskToken: z.string().min(1),
  kind: z.string().max(40).catch("unknown"),
  jobId: z.string().max(40).optional().catch(undefined),
});

/**
 * Tells the state that waits for a command which went to the dead-letter queue: it would else wait until its time ends, for
 * a device up to twelve hours (docs/faults.md D3). Only messages that could not be told come again.
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

/** The message's id when it must come again. */
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

/** Nobody waits any more (docs/faults.md D4). */
const isSettled = (error: unknown): boolean =>
  error instanceof InvalidToken || error instanceof TaskDoesNotExist || error instanceof TaskTimedOut;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
