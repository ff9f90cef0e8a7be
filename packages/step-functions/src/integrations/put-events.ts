import { PutEventsCommand, type PutEventsCommandInput } from "@aws-sdk/client-eventbridge";
import { isJsonObject, type JsonValue } from "../expression/json-value.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, type SdkClient, sdkAnswer, sdkCall } from "./sdk-call.ts";
import { TaskFailure } from "./task-failure.ts";

const naming: ErrorNaming = {
  prefix: "EventBridge",
  service: "AmazonEventBridge",
  fallback: "AmazonEventBridgeException",
  known: new Set(["InternalException"]),
};

/**
 * `arn:aws:states:::events:putEvents`. A Detail that is no string is sent as its JSON text; the ARNs of the execution
 * and its machine are added to each entry's Resources. An entry that was not taken fails the task.
 */
export function putEvents(client: () => SdkClient): Integration {
  return {
    resourceType: "events",
    resource: "putEvents",
    async send(request, { executionArn, machineArn }) {
      const arns = [executionArn, machineArn];
      const { Entries } = request;
      const entries = Array.isArray(Entries)
        ? Entries.map((entry: JsonValue) => eventEntry(entry, arns))
        : Entries;
      const input = { ...request, Entries: entries } as unknown as PutEventsCommandInput;
      const result = await sdkCall(client(), new PutEventsCommand(input), naming);
      if (Number(result.output.FailedEntryCount ?? 0) > 0) {
        throw new TaskFailure("EventBridge.FailedEntry", JSON.stringify(modelled(result.output)));
      }
      return sdkAnswer(modelled(result.output), result);
    },
  };
}

function eventEntry(entry: JsonValue, arns: readonly string[]): JsonValue {
  if (!isJsonObject(entry)) return entry;
  const { Detail, Resources } = entry;
  const given = Array.isArray(Resources) ? (Resources as readonly JsonValue[]) : [];
  const detail = Detail === undefined || typeof Detail === "string" ? Detail : JSON.stringify(Detail);
  return { ...entry, ...(detail === undefined ? {} : { Detail: detail }), Resources: [...given, ...arns] };
}
