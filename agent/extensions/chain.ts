import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/actions/action-definition.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { StepAction } from "#shared/contracts/job/step.ts";
import type { StoredAction } from "#shared/contracts/job/stored-action.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { callExtension } from "#shared/extensions/call-extension.ts";
import { parseAction } from "../targets/parse-action.ts";
import { resolveTurn } from "../targets/resolve-turn.ts";

/** What an agent of the chain knows of a turn. */
export interface ChainTurn {
  readonly jobId: string;
  readonly stepNumber: number;
  readonly task: string;
  readonly observation: Observation;
  /** Null when it could not be read. */
  readonly tree: SemanticUITree | null;
  /** Aborted when the agent's time is up. */
  readonly signal: AbortSignal;
}

export interface ValidatedTurn extends ChainTurn {
  readonly thinking: string;
  /** What is to be done; an agent of the chain before this one may have put it there. */
  readonly actions: readonly StoredAction[];
}

/** Actions as a model would give them, with normalised coordinates or ids of elements. */
export interface ActionOverride {
  readonly actions: readonly ({ readonly action: string } & Readonly<Record<string, unknown>>)[];
}

type PreprocessDecision = { readonly note: string } | ActionOverride | undefined;
type ValidateDecision = ActionOverride | undefined;

/** A function before or after the main agent's choice, in order of registration (docs/spec.md I9.2). */
export interface ChainAgent {
  readonly name: string;
  /** Before the model is asked: notes something with the observation, or chooses itself, and the model is not asked. */
  readonly preprocess?: ((turn: ChainTurn) => PreprocessDecision | Promise<PreprocessDecision>) | undefined;
  /** Before the choice counts: puts other actions in its place, or lets it be. */
  readonly validate?: ((turn: ValidatedTurn) => ValidateDecision | Promise<ValidateDecision>) | undefined;
}

export const chainSeconds = 20;

type Around = Omit<ChainTurn, "signal">;

interface Choosing {
  readonly catalogue: ActionCatalogue;
  readonly resolve: ResolveContext;
}

export interface Preprocessed {
  readonly notes: readonly string[];
  readonly chosen?: { readonly by: string; readonly actions: readonly StepAction[] };
}

/** @throws ExtensionFailed that names the agent */
export async function preprocess(
  chain: readonly ChainAgent[],
  turn: Around,
  choosing: Choosing,
): Promise<Preprocessed> {
  const notes: string[] = [];
  for (const agent of chain) {
    const what = `Agent '${agent.name}' before the choice`;
    const decision = await callExtension({ what, seconds: chainSeconds }, (signal) =>
      agent.preprocess?.({ ...turn, signal }),
    );
    if (decision === undefined) continue;
    if ("actions" in decision)
      return { notes, chosen: { by: agent.name, actions: checked(what, decision, choosing) } };
    notes.push(`${agent.name}: ${String(decision.note)}`.slice(0, 300).toWellFormed());
  }
  return { notes };
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
