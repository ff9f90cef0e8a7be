import { change, read } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { pageSize, pageStart, pageToken, type Request, seconds, text } from "./request.ts";

const ACTIVITY_ARN = /^arn:[^:]+:states:[^:]+:\d{12}:activity:[^:]+$/;

export function activityArn(request: Request): string {
  const arn = text(request, "activityArn");
  if (!ACTIVITY_ARN.test(arn)) throw errors.invalidArn(`Invalid ARN: ${arn}`);
  return arn;
}

export const activityDoesNotExist = (arn: string) =>
  new ApiError("ActivityDoesNotExist", `Activity Does Not Exist: '${arn}'`);

export const deleteActivity = change((engine, request) => {
  engine.activities.delete(activityArn(request));
  return {};
});

export const describeActivity = read((engine, request) => {
  const arn = activityArn(request);
  const record = engine.activities.get(arn);
  if (record === undefined) throw activityDoesNotExist(arn);
  const { name, createdMs, encryptionConfiguration = { type: "AWS_OWNED_KEY" } } = record;
  return { activityArn: arn, name, creationDate: seconds(createdMs), encryptionConfiguration };
});

export const listActivities = read((engine, request) => {
  const start = pageStart(request) ?? 0;
  const end = start + pageSize(request);
  const all = engine.activities.all();
  return {
    activities: all.slice(start, end).map(({ arn, name, createdMs }) => ({
      activityArn: arn,
      name,
      creationDate: seconds(createdMs),
    })),
    ...(end < all.length ? { nextToken: pageToken(end) } : {}),
  };
});
