import { change } from "./action.ts";
import { checkedName, seconds, text } from "./request.ts";
import { mergedTags, requestedTags } from "./tags.ts";

/** Creating what is there already answers with it. */
export const createActivity = change((engine, request) => {
  const name = checkedName(text(request, "name"));
  const arn = `arn:aws:states:${engine.region}:${engine.accountId}:activity:${name}`;
  const tags = mergedTags(arn, {}, requestedTags(request));
  const existing = engine.activities.get(arn);
  const record = existing ?? { arn, name, createdMs: engine.clock.now(), tags };
  if (existing === undefined) engine.activities.put(record);
  return { activityArn: arn, creationDate: seconds(record.createdMs) };
});
