export type FieldPath = readonly (string | number)[];

/** What is wrong with a tasks file, at a place of it. */
export interface TaskProblem {
  /** Of the field in the file as it was read. */
  readonly path: FieldPath;
  /** Whether its name is wrong or what it holds. */
  readonly at: "name" | "value";
  readonly message: string;
  readonly remedy: string;
  /** What it holds now. */
  readonly value?: unknown;
}

/** What lies at a path; undefined when nothing does. Prototypes are nothing. */
export const valueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    value,
  );

/** How much of a path there is. */
export function depthOf(value: unknown, path: readonly PropertyKey[]): number {
  let at = value;
  for (const [depth, key] of path.entries()) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return depth;
    at = Reflect.get(at, key);
  }
  return path.length;
}

/** Whether a path is another or leads on from it. */
export const isWithin = (path: FieldPath, outer: FieldPath): boolean =>
  outer.every((part, depth) => path[depth] === part);
