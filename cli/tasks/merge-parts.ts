export type TaskPart = Readonly<Record<string, unknown>>;

export const isTaskPart = (value: unknown): value is TaskPart =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of all, the later over the earlier: objects are merged, anything else, lists too, is replaced. */
export function mergeParts(...parts: readonly (TaskPart | undefined)[]): TaskPart {
  const merged = new Map<string, unknown>();
  for (const part of parts) {
    for (const [key, value] of Object.entries(part ?? {})) {
      const before = merged.get(key);
      merged.set(key, isTaskPart(before) && isTaskPart(value) ? mergeParts(before, value) : value);
    }
  }
  return Object.fromEntries(merged);
}
