import type { Thread } from "../execution/execution.ts";
import type { MapContextItem } from "../execution/running-state.ts";
import type { JsonValue } from "../expression/json-value.ts";
import type { World } from "./world.ts";

const iso = (ms: number): string => new Date(ms).toISOString();

/**
 * `$states.context`. Parts are made when they are read: most expressions read none, and the input of the execution
 * need not be parsed for those.
 */
export function contextObject(
  world: World,
  thread: Thread,
  taskToken: string | undefined,
  mapItem?: MapContextItem,
): object {
  const item = mapItem ?? itemOf(thread);
  const { record } = thread.execution;
  return {
    get Execution() {
      return {
        Id: record.arn,
        get Input(): JsonValue {
          return JSON.parse(record.input);
        },
        Name: record.name,
        RoleArn: world.machines.roleArn(record.revisionId),
        StartTime: iso(record.startMs),
        RedriveCount: record.redriveCount,
        ...(record.redriveMs === undefined ? {} : { RedriveTime: iso(record.redriveMs) }),
      };
    },
    get State() {
      const entered = { EnteredTime: iso(thread.enteredMs), Name: thread.state };
      if (thread.scope.states.get(thread.state)?.definition.Type !== "Task") return entered;
      return { ...entered, RetryCount: thread.retries.reduce((sum, count) => sum + count, 0) };
    },
    get StateMachine() {
      return { Id: record.machineArn, Name: record.machineArn.split(":").at(-1) ?? "" };
    },
    ...(taskToken === undefined ? {} : { Task: { Token: taskToken } }),
    ...(item === undefined ? {} : { Map: { Item: item } }),
  };
}

/** The innermost Map item the thread is inside of. */
function itemOf(thread: Thread): MapContextItem | undefined {
  for (let current: Thread | null = thread; current !== null; current = current.parent) {
    if (current.item !== null) return current.item;
  }
  return undefined;
}
