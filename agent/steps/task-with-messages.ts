import type { UserMessage } from "#shared/contracts/step/message.ts";
import { mostToldAtOnce } from "#shared/contracts/step/message.ts";
import type { Step } from "#shared/contracts/step/step.ts";

type Teller = Pick<Step, "stepNumber" | "messages">;

/** What no turn was told yet, oldest first, no more than one turn is told. */
export function newMessages(all: readonly UserMessage[], history: readonly Teller[]): readonly UserMessage[] {
  const told = new Set(history.flatMap(({ messages = [] }) => messages.map(({ messageId }) => messageId)));
  return all.filter(({ messageId }) => !told.has(messageId)).slice(0, mostToldAtOnce);
}

/**
 * The task with what its user said meanwhile, in this order: they are the user's words as the task is, and stay with it. `fresh`
 * comes with the step of that number.
 */
export function taskWithMessages(
  task: string,
  history: readonly Teller[],
  ...fresh: readonly { readonly stepNumber: number; readonly messages: readonly UserMessage[] }[]
): string {
  const said = [...history, ...fresh].flatMap(({ stepNumber, messages = [] }) =>
    messages.map(({ text }) => `- before step ${stepNumber}: ${text}`),
  );
  if (said.length === 0) return task;
  return `${task}\n\nThe user said meanwhile, oldest first; where it differs from what stands above, the newest word counts:\n${said.join("\n")}`;
}
