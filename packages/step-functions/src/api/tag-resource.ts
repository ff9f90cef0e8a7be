import { change } from "./action.ts";
import { errors } from "./api-error.ts";
import { mergedTags, requestedTags, taggedResource } from "./tags.ts";

export const tagResource = change((engine, request) => {
  if (request.tags === undefined) throw errors.validation("tags", null, "Member must not be null");
  const added = requestedTags(request);
  const resource = taggedResource(engine, request);
  resource.replace(mergedTags(resource.arn, resource.tags, added));
  return {};
});
