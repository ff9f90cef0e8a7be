import { read } from "./action.ts";
import { pageSize, pageStart, pageToken, seconds } from "./request.ts";

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
