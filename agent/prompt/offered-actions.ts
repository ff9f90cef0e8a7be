import { type ActionCatalogue, createActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { askUser } from "#shared/actions/built-in/ask-user.ts";
import { mcpCall } from "#shared/actions/built-in/mcp-call.ts";
import { parts } from "#shared/actions/built-in/parts.ts";
import { tell } from "#shared/actions/built-in/tell.ts";
import { typeSecret } from "#shared/actions/built-in/type-secret.ts";
import { waitFor } from "#shared/actions/built-in/wait-for.ts";
import { referredSecrets } from "#shared/contracts/job/secret.ts";

/** What a job has for its agent that not every job has. */
interface Situation {
  readonly task: string;
  /** Somebody may answer. */
  readonly mayAsk?: boolean;
  /** There are tools that it may call. */
  readonly hasTools?: boolean;
  /** Other roles do the task with it. */
  readonly hasMates?: boolean;
  /** Its task has parts to tick off. */
  readonly hasParts?: boolean;
}

const known = new WeakMap<ActionCatalogue, Map<string, ActionCatalogue>>();

/**
 * A job without secrets, tools, other roles or anybody to ask need not pay for the description of how to use them, in every turn. The same
 * object each time, so that what is told of it is kept too.
 */
export function offeredFor(
  { task, mayAsk = false, hasTools = false, hasMates = false, hasParts = false }: Situation,
  actions: ActionCatalogue,
): ActionCatalogue {
  const more = [
    ...(referredSecrets(task).length > 0 ? [typeSecret.name] : []),
    ...(mayAsk ? [askUser.name] : []),
    ...(hasTools ? [mcpCall.name] : []),
    ...(hasMates ? [tell.name, waitFor.name] : []),
    ...(hasParts ? [parts.name] : []),
  ];
  if (more.length === 0) return actions;
  const offers = known.get(actions) ?? new Map<string, ActionCatalogue>();
  known.set(actions, offers);
  const offer = offers.get(more.join()) ?? offering(more, actions);
  offers.set(more.join(), offer);
  return offer;
}

const offering = (names: readonly string[], actions: ActionCatalogue): ActionCatalogue =>
  createActionCatalogue(
    actions.all.map((definition) => {
      if (!names.includes(definition.name)) return definition;
      const { offered: _, ...offeredNow } = definition;
      return offeredNow;
    }),
  );

/** Whether the agent of these actions has parts of its task to tick off. */
export const ticksParts = (actions: ActionCatalogue): boolean =>
  actions.offered.some(({ name }) => name === parts.name);

/** Whether the agent of these actions may ask a person. */
export const mayAsk = (actions: ActionCatalogue): boolean =>
  actions.offered.some(({ name }) => name === askUser.name);
