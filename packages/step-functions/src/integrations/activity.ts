import type { Integration } from "./integration.ts";
import { TaskFailure } from "./task-failure.ts";

/** A task that waits in an activity's queue until a worker asks for it with GetActivityTask. */
export function activityTask(): Integration {
  return {
    resourceType: "activity",
    resource: "activity",
    async send(request, { engine, origin }) {
      const thread = engine.executions.get(origin.executionId)?.threads.get(origin.threadId);
      const { activityArn, input } = request;
      if (thread === undefined || typeof activityArn !== "string" || typeof input !== "string") {
        throw new TaskFailure("States.Runtime", "The activity's task is gone.");
      }
      engine.activities.offer(activityArn, thread, input);
      return { output: "null" };
    },
  };
}
