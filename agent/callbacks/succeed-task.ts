import {
  InvalidToken,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from "@aws-sdk/client-sfn";
import { storageError } from "#shared/storage/table/storage-call.ts";

/** Nothing is done when nobody waits for the token any more. */
export async function succeedTask(sfn: SFNClient, taskToken: string, output: string): Promise<void> {
  await sfn.send(new SendTaskSuccessCommand({ taskToken, output })).catch((error: unknown) => {
    if (!isOver(error)) throw storageError("notify the waiting job", error);
  });
}

const isOver = (error: unknown): boolean =>
  error instanceof TaskTimedOut || error instanceof TaskDoesNotExist || error instanceof InvalidToken;
