import type { LineDefaults } from "#shared/contracts/api/responses/batch-response.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A line with its defaults. Its own values win: objects field by field, lists as a whole. */
export const withDefaults = (line: unknown, defaults: LineDefaults | undefined): unknown =>
  defaults === undefined || !isObject(line) ? line : merged(defaults, line);

function merged(defaults: unknown, own: unknown): unknown {
  if (!isObject(defaults) || !isObject(own)) return own === undefined ? defaults : own;
  const names = new Set([...Object.keys(defaults), ...Object.keys(own)]);
  return Object.fromEntries([...names].map((name) => [name, merged(defaults[name], own[name])]));
}
