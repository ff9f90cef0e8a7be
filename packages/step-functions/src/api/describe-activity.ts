import { read } from "./action.ts";
import { activityArn, activityDoesNotExist } from "./activity-arn.ts";
import { seconds } from "./request.ts";

export const describeActivity = read((engine, request) => {
  const arn = activityArn(request);
  const record = engine.activities.get(arn);
  if (record === undefined) throw activityDoesNotExist(arn);
  const { name, createdMs, encryptionConfiguration = { type: "AWS_OWNED_KEY" } } = record;
  return { activityArn: arn, name, creationDate: seconds(createdMs), encryptionConfiguration };
});
