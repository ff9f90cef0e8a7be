import path from "node:path";
import { TaskEnd, type TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import { Script } from "#shared/contracts/step/script.ts";
import { readScriptFile } from "../options/script-file.ts";
import { schemaProblems } from "../tasks/schema-problems.ts";
import type { TaskProblem } from "../tasks/task-problem.ts";
import { CommandFailure } from "../terminal/command-failure.ts";

interface Solutions {
  /** By the task's place in the file. */
  readonly solutions: ReadonlyMap<number, Script | TaskEnd>;
  readonly problems: readonly TaskProblem[];
}

/** The scripts that solve tasks; the name of a file is seen from the tasks file's folder. */
export async function readSolutions(file: TasksFrame, folder: string): Promise<Solutions> {
  const solutions = new Map<number, Script | TaskEnd>();
  const problems: TaskProblem[] = [];
  for (const [index, { solution }] of file.tasks.entries()) {
    if (solution === undefined) continue;
    const at = ["tasks", index, "solution"] as const;
    const parsed =
      typeof solution === "string"
        ? await fromFile(path.resolve(folder, solution))
        : isScript(solution)
          ? Script.safeParse(solution)
          : TaskEnd.safeParse(solution);
    if (parsed.success) solutions.set(index, parsed.data);
    else if (typeof parsed.error === "string")
      problems.push({
        path: at,
        at: "value",
        message: parsed.error,
        remedy: "Give the path of a script file.",
        value: solution,
      });
    else problems.push(...schemaProblems(parsed.error, solution, at, Object.keys(Script.shape)));
  }
  return { solutions, problems };
}

const isScript = (solution: unknown): boolean =>
  typeof solution === "object" && solution !== null && "version" in solution;

async function fromFile(
  file: string,
): Promise<
  { readonly success: true; readonly data: Script } | { readonly success: false; readonly error: string }
> {
  try {
    return { success: true, data: (await readScriptFile(file)).script };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    return { success: false, error: error.message.replace(/\s+/g, " ") };
  }
}
