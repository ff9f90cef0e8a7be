import type { Engine } from "../engine/engine.ts";
import { change, read } from "./action.ts";
import { ApiError, errors } from "./api-error.ts";
import { isRequest, type Request, text } from "./request.ts";

/** Tags by key, in the order in which they were first set. */
export type Tags = Readonly<Record<string, string>>;

const MOST_TAGS = 50;
/** Letters, digits, white space and `_ . : / = + - @`, as the service's API documents. */
const ALLOWED = /^[\p{L}\p{Z}\p{N}_.:/=+\-@]*$/u;
const PATTERN = "Member must satisfy regular expression pattern: ^([\\p{L}\\p{Z}\\p{N}_.:/=+\\-@]*)$";

/** What can carry tags: state machines and activities; nothing else is ever found under a well-formed ARN. */
interface TaggedResource {
  readonly arn: string;
  readonly tags: Tags;
  replace(tags: Tags): void;
}

const RESOURCE_ARN = /^arn:[^:]+:states:[^:]*:\d{12}:(?:stateMachine|activity):./;

function taggedResource(engine: Engine, request: Request): TaggedResource {
  const arn = text(request, "resourceArn");
  if (!arn.startsWith("arn:")) throw errors.invalidArn(`Invalid ARN prefix: ${arn}`);
  if (!RESOURCE_ARN.test(arn)) throw errors.invalidArn(`Invalid ARN: ${arn}`);
  const machine = engine.machines.get(arn);
  if (machine !== undefined) {
    return { arn, tags: machine.tags ?? {}, replace: (tags) => engine.machines.put({ ...machine, tags }) };
  }
  const activity = engine.activities.get(arn);
  if (activity !== undefined) {
    const replace = (tags: Tags) => engine.activities.put({ ...activity, tags });
    return { arn, tags: activity.tags ?? {}, replace };
  }
  throw new ApiError("ResourceNotFound", `Resource not found: '${arn}'`);
}

/** The request's `tags`, checked one by one; an absent list is none. */
export function requestedTags(request: Request): Tags {
  const { tags } = request;
  if (tags === undefined || tags === null) return {};
  if (!Array.isArray(tags)) throw new ApiError("SerializationException", "tags must be a list");
  const found: Record<string, string> = Object.create(null);
  for (const [index, tag] of tags.entries()) {
    const member = `tags.${index + 1}.member`;
    const { key, value }: Request = isRequest(tag) ? tag : {};
    found[checkedTagKey(key, `${member}.key`)] = checkedText(value, `${member}.value`, 256);
  }
  return found;
}

/** Tags that a resource had and those that are added; a key that is there already gets the new value. */
export function mergedTags(arn: string, before: Tags, added: Tags): Tags {
  const merged = { ...before, ...added };
  if (Object.keys(merged).length <= MOST_TAGS) return merged;
  throw new ApiError("TooManyTags", `Tag limit exceeded for resource '${arn}': at most ${MOST_TAGS} tags`);
}

function checkedTagKey(key: unknown, member: string): string {
  const checked = checkedText(key, member, 128);
  if (checked === "") {
    throw errors.validation(member, "", "Member must have length greater than or equal to 1");
  }
  if (!/^aws:/i.test(checked)) return checked;
  throw new ApiError("ValidationException", "Tag keys starting with 'aws:' are reserved for internal use");
}

function checkedText(value: unknown, member: string, longest: number): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") throw new ApiError("SerializationException", `${member} must be a string`);
  if (value.length > longest) {
    throw errors.validation(member, value, `Member must have length less than or equal to ${longest}`);
  }
  if (!ALLOWED.test(value)) throw errors.validation(member, value, PATTERN);
  return value;
}

export const listTagsForResource = read((engine, request) => ({
  tags: Object.entries(taggedResource(engine, request).tags).map(([key, value]) => ({ key, value })),
}));

export const tagResource = change((engine, request) => {
  if (request.tags === undefined) throw errors.validation("tags", null, "Member must not be null");
  const added = requestedTags(request);
  const resource = taggedResource(engine, request);
  resource.replace(mergedTags(resource.arn, resource.tags, added));
  return {};
});

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
