import { isDeepStrictEqual } from "node:util";
import { change } from "./action.ts";
import { ApiError } from "./api-error.ts";
import { encryption } from "./machines/machine-settings.ts";
import { checkedName, seconds, text } from "./request.ts";
import { mergedTags, requestedTags } from "./tags.ts";

/** Creating what is there already answers with it, unless it is encrypted otherwise; other tags change nothing. */
export const createActivity = change((engine, request) => {
  const name = checkedName(text(request, "name"));
  const arn = `arn:aws:states:${engine.region}:${engine.accountId}:activity:${name}`;
  const tags = mergedTags(arn, {}, requestedTags(request));
  const existing = engine.activities.get(arn);
  const encryptionConfiguration = encryption(request);
  const settings = encryptionConfiguration === undefined ? {} : { encryptionConfiguration };
  if (
    existing !== undefined &&
    !isDeepStrictEqual(existing.encryptionConfiguration, encryptionConfiguration)
  ) {
    throw new ApiError("ActivityAlreadyExists", `Activity Already Exists: '${arn}'`);
  }
  const record = existing ?? { arn, name, createdMs: engine.clock.now(), tags, ...settings };
  if (existing === undefined) engine.activities.put(record);
  return { activityArn: arn, creationDate: seconds(record.createdMs) };
});
