import type { TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import { writtenLimit } from "./limits-of.ts";
import { depthOf, type FieldPath } from "./task-problem.ts";

/** Where in the file a field of a line comes from: the variant, the task or the defaults, whichever says most of it. */
export function lineOrigin(
  file: TasksFrame,
  {
    task,
    variant,
    agent,
  }: { readonly task: number; readonly variant: number; readonly agent?: number | undefined },
  asked: FieldPath,
): FieldPath {
  const field = inTask(asked);
  if (field[0] === "agent" && agent !== undefined) return ["agents", agent, ...field.slice(1)];
  const bases: readonly FieldPath[] = [["tasks", task], ["variants", variant], ["defaults"]];
  const written = field[0] === "limits" ? writtenLimit(String(field[1])) : [];
  const fields = written.length === 0 ? [field] : written.map((name) => ["limits", name, ...field.slice(2)]);
  const candidates = bases.flatMap((base) =>
    fields.map((path) => {
      const whole = [...base, ...path];
      return { whole, said: depthOf(file, whole) - base.length };
    }),
  );
  const best = candidates.reduce((one, other) => (other.said > one.said ? other : one));
  return best.whole;
}

/** A task's own names for parts of `prepare`. */
function inTask(field: FieldPath): FieldPath {
  const [first, second, ...rest] = field;
  if (first !== "prepare") return field;
  if (second === "commands") return ["setUp", ...rest];
  return second === "tearDown" ? ["tearDown", ...rest] : field;
}
