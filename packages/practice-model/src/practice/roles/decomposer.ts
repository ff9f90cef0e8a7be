import { splitTask } from "../goals/split-task.ts";
import type { PracticeRole } from "./practice-role.ts";

const commandOf = /<command>\n([\s\S]*?)\n<\/command>/;

/** The clauses of the command, as the agent's own rules part them. */
export const decomposer: PracticeRole = (text) => {
  const command = commandOf.exec(text)?.[1];
  if (command === undefined) return { notUnderstood: "The practice model was told no command." };
  const subtasks = splitTask(command);
  return { subtasks: subtasks.length === 0 ? [command] : subtasks.slice(0, 20) };
};
