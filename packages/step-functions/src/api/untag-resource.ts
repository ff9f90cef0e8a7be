import { change } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { checkedTagKey, taggedResource } from "./tags.ts";

/** Keys that the resource does not have are passed over. */
export const untagResource = change((engine, request) => {
  const { tagKeys } = request;
  if (tagKeys === undefined) throw errors.validation("tagKeys", null, "Member must not be null");
  if (!Array.isArray(tagKeys)) throw new ApiError("SerializationException", "tagKeys must be a list");
  const removed = new Set(tagKeys.map((key, index) => checkedTagKey(key, `tagKeys.${index + 1}.member`)));
  const resource = taggedResource(engine, request);
  const left = Object.entries(resource.tags).filter(([key]) => !removed.has(key));
  resource.replace(Object.fromEntries(left));
  return {};
});
