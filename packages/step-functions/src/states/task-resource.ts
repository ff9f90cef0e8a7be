import { withPayloadValues } from "../execution/execution-description.ts";
import type { Integration, Integrations, TaskPattern } from "../integrations/integration.ts";
import { activityTaskEvents, functionTaskEvents, serviceTaskEvents, type TaskEvents } from "./task-events.ts";

/** What a Task's `Resource` stands for. */
export interface TaskResource {
  readonly integration: Integration;
  readonly pattern: TaskPattern;
  readonly events: TaskEvents;
  /** What the service calls the task in the cause of an oversized result. */
  readonly label: string;
  readonly activityArn?: string;
  /** What the task makes of a result, JSON text to JSON text; absent where it stays as it came. */
  readonly shape?: (result: string) => string;
  /** The request is this, with the evaluated Arguments as its payload; absent where Arguments are the request. */
  readonly wrap?: (payload: string) => string;
}

const PATTERNS: readonly (readonly [suffix: string, pattern: TaskPattern])[] = [
  [".waitForTaskToken", "waitForTaskToken"],
  [".sync:2", "sync"],
  [".sync", "sync"],
];

function need(integrations: Integrations, name: string, resource: string): Integration {
  const integration = integrations.get(name);
  if (integration === undefined) throw new Error(`no integration '${name}' for the resource ${resource}`);
  return integration;
}

export function taskResource(resource: string, integrations: Integrations): TaskResource {
  const [, , service, , , kind, ...rest] = resource.split(":");
  if (service === "lambda") {
    return {
      integration: need(integrations, "function", resource),
      pattern: "requestResponse",
      events: functionTaskEvents(resource),
      label: resource,
      wrap: (payload) => `{"FunctionName":${JSON.stringify(resource)},"Payload":${payload}}`,
    };
  }
  if (kind === "activity") {
    return {
      integration: need(integrations, "activity", resource),
      pattern: "waitForTaskToken",
      events: activityTaskEvents(resource),
      label: resource,
      activityArn: resource,
      wrap: (payload) => `{"activityArn":${JSON.stringify(resource)},"input":${JSON.stringify(payload)}}`,
    };
  }
  const name = [kind, ...rest].join(":");
  const [suffix, pattern] = PATTERNS.find(([ending]) => name.endsWith(ending)) ?? [
    "",
    "requestResponse" as const,
  ];
  const integration = need(integrations, name.slice(0, name.length - suffix.length), resource);
  return {
    integration,
    pattern,
    events: serviceTaskEvents(integration.resourceType, integration.resource + suffix),
    label: integration.resourceType,
    ...(suffix === ".sync:2" ? { shape: withPayloadValues } : {}),
  };
}
