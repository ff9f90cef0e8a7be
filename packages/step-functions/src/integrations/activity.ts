import type { Integration } from "./integration.ts";
import { TaskFailure } from "./task-failure.ts";

/** A task that waits in an activity's queue until a worker asks for it with GetActivityTask. */
export function activityTask(): Integration {
  return {
    resourceType: "activity",
    resource: "activity",
    async send(request, { offerActivity }) {
      const { activityArn, input } = request;
      const offered =
        typeof activityArn === "string" && typeof input === "string" && offerActivity(activityArn, input);
      if (!offered) throw new TaskFailure("States.Runtime", "The activity's task is gone.");
      return { output: "null" };
    },
  };
}
