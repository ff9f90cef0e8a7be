import { change } from "./action.ts";
import { activityArn } from "./activity-arn.ts";

export const deleteActivity = change((engine, request) => {
  engine.activities.delete(activityArn(request));
  return {};
});
