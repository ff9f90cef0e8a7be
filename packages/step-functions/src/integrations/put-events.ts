import { isJsonObject, type JsonValue, jsonItems } from "../expression/json-value.ts";
import type { Integration } from "./integration.ts";
import { type ErrorNaming, modelled, sdkAnswer, sdkCall } from "./sdk-call.ts";
import type { SdkService } from "./sdk-services.ts";
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
export function putEvents(sdk: () => Promise<SdkService>): Integration {
  return {
    resourceType: "events",
    resource: "putEvents",
    async send(request, { executionArn, machineArn }) {
      const arns = [executionArn, machineArn];
      const { Entries } = request;
      const entries = Array.isArray(Entries)
        ? Entries.map((entry: JsonValue) => eventEntry(entry, arns))
        : Entries;
      const result = await sdkCall(await sdk(), "PutEvents", { ...request, Entries: entries }, naming);
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
  const detail = Detail === undefined || typeof Detail === "string" ? Detail : JSON.stringify(Detail);
  return {
    ...entry,
    ...(detail === undefined ? {} : { Detail: detail }),
    Resources: [...jsonItems(Resources), ...arns],
  };
}
