import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
  type SFNClient,
} from "@aws-sdk/client-sfn";
import { storageError } from "#shared/storage/table/storage-call.ts";
import type { CommandEnd } from "./command-end.ts";

/** What the token said: `settled` means that somebody answered before, the wait is over or the execution is gone. */
export type TokenAnswer = "taken" | "settled";

export interface TaskTokens {
  answer(taskToken: string, end: CommandEnd): Promise<TokenAnswer>;
  heartbeat(taskToken: string): Promise<TokenAnswer>;
}

const settledNames = new Set(["InvalidToken", "TaskDoesNotExist", "TaskTimedOut"]);

/** Throws StorageUnavailable when Step Functions cannot be reached. */
export function taskTokens(sfn: Pick<SFNClient, "send">): TaskTokens {
  const settled = async (operation: string, send: () => Promise<unknown>): Promise<TokenAnswer> => {
    try {
      await send();
      return "taken";
    } catch (error) {
      // The answer of an earlier try may have been lost on the way back (docs/faults.md D4), or came too late
      // (docs/faults.md D5).
      if (error instanceof Error && settledNames.has(error.name)) return "settled";
      throw storageError(operation, error);
    }
  };
  return {
    answer: (taskToken, end) =>
      settled("answer a task token", () =>
        end.ok
          ? sfn.send(new SendTaskSuccessCommand({ taskToken, output: end.output }))
          : sfn.send(new SendTaskFailureCommand({ taskToken, error: end.error, cause: end.cause })),
      ),
    heartbeat: (taskToken) =>
      settled("send a task heartbeat", () => sfn.send(new SendTaskHeartbeatCommand({ taskToken }))),
  };
}
