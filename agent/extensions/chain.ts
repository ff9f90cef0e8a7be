import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import type { StepAction } from "#shared/contracts/job/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { callExtension } from "#shared/extensions/call-extension.ts";
import type { ActionOverride, ChainAgent, ChainTurn } from "#shared/extensions/chain-agent.ts";
import { changedTree } from "#shared/extensions/middleware.ts";
import { parseAction } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";

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

export interface Validated {
  readonly actions: readonly StepAction[];
  /** The last that put others in place of the choice; absent: nobody did. */
  readonly overriddenBy?: string;
}

/** @throws ExtensionFailed that names the agent */
export async function validate(
  chain: readonly ChainAgent[],
  turn: Around & { readonly thinking: string },
  chosen: readonly StepAction[],
  choosing: Choosing,
): Promise<Validated> {
  let result: Validated = { actions: chosen };
  for (const agent of chain) {
    const what = `Agent '${agent.name}' after the choice`;
    const actions = structuredClone(result.actions.map(({ action }) => action));
    const decision = await callExtension({ what, seconds: chainSeconds }, (signal) =>
      agent.validate?.({ ...turn, actions, signal }),
    );
    if (decision !== undefined)
      result = { actions: checked(what, decision, choosing), overriddenBy: agent.name };
  }
  return result;
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
