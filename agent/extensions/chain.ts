import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import type { Consensus } from "#shared/contracts/step/consensus.ts";
import type { StepAction } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { callExtension } from "#shared/extensions/call-extension.ts";
import type {
  ActionOverride,
  ChainAgent,
  ChainTurn,
  ValidateDecision,
} from "#shared/extensions/chain-agent.ts";
import { changedTree } from "#shared/extensions/middleware.ts";
import { displayText } from "#shared/text/display-text.ts";
import { parseAction } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";
import { isLastWord, type Vote } from "./consensus.ts";

export const chainSeconds = 20;

type Around = Omit<ChainTurn, "signal">;

interface Choosing {
  readonly catalogue: ActionCatalogue;
  readonly resolve: ResolveContext;
}

export interface Preprocessed {
  readonly notes: readonly string[];
  /** As the model is to see it. */
  readonly tree: ChainTurn["tree"];
  readonly chosen?: { readonly by: string; readonly actions: readonly StepAction[] };
}

/** @throws ExtensionFailed that names the agent */
export async function preprocess(
  chain: readonly ChainAgent[],
  turn: Around,
  choosing: Choosing,
): Promise<Preprocessed> {
  const notes: string[] = [];
  let { tree } = turn;
  for (const agent of chain) {
    const what = `Agent '${agent.name}' before the choice`;
    const decision = await callExtension({ what, seconds: chainSeconds }, (signal) =>
      agent.preprocess?.({ ...turn, tree: structuredClone(tree), signal }),
    );
    if (decision === undefined) continue;
    if ("actions" in decision) {
      const actions = checked(what, decision, { ...choosing, resolve: { ...choosing.resolve, tree } });
      return { notes, tree, chosen: { by: agent.name, actions } };
    }
    if (decision.tree !== undefined) tree = changedTree(what, decision.tree);
    if (decision.note !== undefined)
      notes.push(`${agent.name}: ${String(decision.note)}`.slice(0, 300).toWellFormed());
  }
  return { notes, tree };
}

/** What each agent after the choice says to it. @throws ExtensionFailed that names the agent */
export async function validate(
  chain: readonly ChainAgent[],
  turn: Around & { readonly thinking: string },
  chosen: readonly StepAction[],
  choosing: Choosing & { readonly rule: Consensus },
): Promise<readonly Vote[]> {
  const votes: Vote[] = [];
  let seen = chosen;
  for (const agent of chain) {
    if (agent.validate === undefined) continue;
    const what = `Agent '${agent.name}' after the choice`;
    const actions = structuredClone(seen.map(({ action }) => action));
    const decision = await callExtension({ what, seconds: chainSeconds }, (signal) =>
      agent.validate?.({ ...turn, actions, signal }),
    );
    const vote = voteOf(agent.name, what, decision, choosing);
    votes.push(vote);
    if (isLastWord(choosing.rule, vote)) break;
    if (choosing.rule === "lastOverride" && vote.kind === "override") seen = vote.actions;
  }
  return votes;
}

function voteOf(by: string, what: string, decision: ValidateDecision, choosing: Choosing): Vote {
  if (decision === undefined) return { by, kind: "agrees" };
  if ("veto" in decision) return { by, kind: "veto", reason: displayText(String(decision.veto), 300) };
  return { by, kind: "override", actions: checked(what, decision, choosing) };
}

function checked(
  what: string,
  { actions }: ActionOverride,
  { catalogue, resolve }: Choosing,
): readonly StepAction[] {
  try {
    if (actions.length === 0) throw new DroverError("ValidationError", "No action was chosen.");
    return resolveTurn(
      actions.map((action) => parseAction(action, catalogue)),
      catalogue,
      resolve,
    );
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new DroverError("ExtensionFailed", `${what} chose what cannot be done: ${said}`, { cause });
  }
}
