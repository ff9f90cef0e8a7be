import { read } from "./action.ts";
import { taggedResource } from "./tags.ts";

export const listTagsForResource = read((engine, request) => ({
  tags: Object.entries(taggedResource(engine, request).tags).map(([key, value]) => ({ key, value })),
}));
