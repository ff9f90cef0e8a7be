import type { ActivityTask } from "../engine/tasks/activities.ts";
import type { Action } from "./action.ts";
import { activityArn, activityDoesNotExist } from "./activities.ts";
import { ApiError } from "./api-error.ts";
import { optionalText } from "./request.ts";

/** How long the service holds a worker's question before it answers with nothing. */
const POLL_MS = 60_000;

export const getActivityTask: Action = (engine, request) =>
  new Promise((resolve, reject) => {
    engine.loop
      .transact(() => {
        const arn = activityArn(request);
        if (engine.activities.get(arn) === undefined) throw activityDoesNotExist(arn);
        if (engine.activities.pollers(arn) >= engine.limits.activityPollers) {
          throw new ApiError("ActivityWorkerLimitExceeded", `Activity Worker Limit Exceeded: '${arn}'`);
        }
        const take = (task: ActivityTask) => {
          engine.timers.cancel(timer);
          resolve(task);
        };
        const withdraw = engine.activities.ask(arn, optionalText(request, "workerName"), take);
        const timer = engine.timers.add(engine.clock.now() + POLL_MS, () => {
          withdraw();
          resolve({});
        });
      }, "outside")
      .catch(reject);
  });
