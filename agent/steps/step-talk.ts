import type * as z from "zod";
import { askUser } from "#shared/actions/built-in/ask-user.ts";
import { mcpCall } from "#shared/actions/built-in/mcp-call.ts";
import { tell } from "#shared/actions/built-in/tell.ts";
import { waitFor } from "#shared/actions/built-in/wait-for.ts";
import type { Step } from "#shared/contracts/step/step.ts";

/** What a step asks a person, wants of a tool or has to do with other roles: no device has a part in it. */
export type Talk =
  | ({ readonly kind: "ask_user" } & z.infer<typeof askUser.parameters>)
  | ({ readonly kind: "mcp_call" } & z.infer<typeof mcpCall.parameters>)
  | ({ readonly kind: "tell" } & z.infer<typeof tell.parameters>)
  | ({ readonly kind: "wait_for" } & z.infer<typeof waitFor.parameters>);

/**
 * Undefined: the step does none of it, or does again what was answered when it was recorded. Such an action stands alone in its
 * turn.
 */
export function talkOf({ actions, recorded }: Pick<Step, "actions" | "recorded">): Talk | undefined {
  if (recorded !== undefined) return undefined;
  const [only] = actions;
  if (only === undefined) return undefined;
  const { action, ...given } = only.action;
  if (action === askUser.name) return { kind: action, ...askUser.parameters.parse(given) };
  if (action === mcpCall.name) return { kind: action, ...mcpCall.parameters.parse(given) };
  if (action === tell.name) return { kind: action, ...tell.parameters.parse(given) };
  if (action === waitFor.name) return { kind: action, ...waitFor.parameters.parse(given) };
  return undefined;
}
