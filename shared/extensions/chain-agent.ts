import type { Observation } from "../contracts/device/observation.ts";
import type { SemanticUITree } from "../contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "../contracts/step/stored-action.ts";

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

/** What the model and the agents after this one see in place of the screen's elements, and read with them. */
interface ObservationChange {
  readonly note?: string;
  readonly tree?: SemanticUITree;
}

type PreprocessDecision = ObservationChange | ActionOverride | undefined;
/** `veto`: nothing is to be done in this turn, and the agent sees why. Nothing: it agrees. */
export type ValidateDecision = ActionOverride | { readonly veto: string } | undefined;

/** A function before or after the main agent's choice, in order of registration (docs/spec.md I9.2). */
export interface ChainAgent {
  readonly name: string;
  /** Before the model call: changes the observation, or chooses itself, and then no model is called. */
  readonly preprocess?: ((turn: ChainTurn) => PreprocessDecision | Promise<PreprocessDecision>) | undefined;
  /** After the model's choice: proposes other actions, vetoes or accepts it; the job determines who decides (docs/spec.md I9.3). */
  readonly validate?: ((turn: ValidatedTurn) => ValidateDecision | Promise<ValidateDecision>) | undefined;
}
