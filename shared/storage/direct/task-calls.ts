import {
  SendTaskFailureCommand,
  SendTaskHeartbeatCommand,
  SendTaskSuccessCommand,
} from "@aws-sdk/client-sfn";
import { directJson } from "./json-calls.ts";

/** Calls of Step Functions. */
export const directTasks = directJson(
  new Map<unknown, string>([
    [SendTaskSuccessCommand, "AWSStepFunctions.SendTaskSuccess"],
    [SendTaskFailureCommand, "AWSStepFunctions.SendTaskFailure"],
    [SendTaskHeartbeatCommand, "AWSStepFunctions.SendTaskHeartbeat"],
  ]),
);
