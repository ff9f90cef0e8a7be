import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import type { GroundedBy, StepAction } from "#shared/contracts/step/step.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import type { ModelReply } from "../models/model-provider.ts";
import type { Dialect, ReadContext } from "../replies/reply-dialect.ts";
import { parseAction } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";
import { type IntendedAction, intendedBy, intendedByUnusable } from "./intended-target.ts";
import type { ReplyAttempt } from "./reply-attempt.ts";

export type GroundingQuestion = Pick<GroundedBy, "reason" | "description">;

/** Another model, which locates elements (docs/spec.md I9.1). */
export interface Grounder {
  /** A place with less confidence than this is located again. */
  readonly minConfidence: number;
  /** Null when it is not on the picture or could not be located. */
  locate(
    question: GroundingQuestion,
  ): Promise<(Pick<GroundedBy, "model" | "usage"> & { coordinate: Coordinate }) | null>;
}

interface Grounding {
  readonly reply: ModelReply;
  readonly dialect: Dialect;
  readonly read: ReadContext;
  readonly resolve: ResolveContext;
  readonly grounder: Grounder;
}

/**
 * The attempt with a place from another model, if the reply is unsure of its place or is not usable only because of its
 * place. Otherwise, and if the other model finds nothing, the attempt itself.
 */
export async function withGrounding(attempt: ReplyAttempt, grounding: Grounding): Promise<ReplyAttempt> {
  const { reply, dialect, read, resolve, grounder } = grounding;
  const asked = attempt.ok ? unsure(attempt, grounding) : intendedByUnusable(reply, dialect, read);
  if (asked === null || asked.description === "") return attempt;
  const reason = attempt.ok ? "lowConfidence" : (reasons.get(attempt.error.code) ?? "noTarget");
  const { action, thinking, description } = asked;
  const found = await grounder.locate({ reason, description });
  if (found === null) return attempt;
  const { coordinate, model, usage } = found;
  return {
    ok: true,
    reply: { thinking, actions: [action] },
    actions: resolved({ ...action, coordinate }, read.actions, resolve),
    groundedBy: { model, usage, reason, description },
  };
}

const reasons = new Map<string, GroundedBy["reason"]>([
  ["UnknownElement", "unknownElement"],
  ["CoordinateOutOfRange", "outOfRange"],
]);

const resolved = (
  action: IntendedAction["action"],
  catalogue: ActionCatalogue,
  context: ResolveContext,
): readonly StepAction[] => resolveTurn([parseAction(action, catalogue)], catalogue, context);

/** Whether a reply gives a confidence for its place that is too low. */
function unsure({ reply, actions }: Extract<ReplyAttempt, { ok: true }>, { read, grounder }: Grounding) {
  const { confidence, thinking } = reply;
  if (confidence === undefined || confidence >= grounder.minConfidence) return null;
  const [chosen] = reply.actions;
  if (chosen?.element === undefined && chosen?.coordinate === undefined) return null;
  return intendedBy(reply.actions, thinking, read.actions, actions[0]?.element);
}
