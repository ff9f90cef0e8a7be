import type { FieldPath } from "../tasks/task-problem.ts";

/** From 1, as editors count. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** What is wrong with the text of a file. */
export interface TextProblem extends Place {
  readonly message: string;
  readonly remedy: string;
}

/** A file that was read, in whichever form it is written. */
export interface TasksSource {
  readonly value: unknown;
  /** Of a field's name or of what it holds; of what lies nearest around it when it is not there. */
  readonly placeOf: (path: FieldPath, at: "name" | "value") => Place;
}

export type ReadTasksSource = TasksSource | { readonly problems: readonly TextProblem[] };

export const start: Place = { line: 1, column: 1 };
