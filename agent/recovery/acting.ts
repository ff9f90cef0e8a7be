import type { AnyAction } from "#shared/actions/action-definition.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { Runtime } from "../runtime/services.ts";
import type { Advanced } from "./advance.ts";
import type { RecoveryPointer, RecoveryState } from "./read-recovery.ts";

export interface Acting {
  readonly input: RecoveryPointer;
  readonly state: RecoveryState;
  readonly runtime: Runtime<"act-recovery">;
}

/** What is sent to the device for a step, and why. */
export interface ChosenAction {
  readonly kind: "act" | "seek";
  readonly action: AnyAction;
  readonly why: string;
}

/** What the device is to do. */
interface ToPerform {
  readonly stepNumber: number;
  readonly commandId: string;
  readonly deadlineSeconds: number;
  readonly actions: readonly StoredAction[];
}

/** What a turn came to: something for the device, nothing but a look, or what follows. */
export type Acted =
  | { readonly recovery: Recovery; readonly next: "perform"; readonly perform: ToPerform }
  | { readonly recovery: Recovery; readonly next: "report" }
  | (Advanced & { readonly nextStepNumber?: number });

/** The same step's device command, told apart by how often the screen was looked at since. */
export const performing = (
  { jobId, stepNumber }: RecoveryPointer,
  { settings }: Recovery,
  actions: readonly StoredAction[],
  look = 0,
): ToPerform => ({
  stepNumber,
  commandId: `${jobId}-${stepNumber}-${look === 0 ? "perform" : `look-${look}`}`,
  deadlineSeconds: settings.stepTimeoutSeconds + Math.ceil(millisecondsAsked(actions) / 1_000),
  actions,
});

const millisecondsAsked = (actions: readonly StoredAction[]): number =>
  actions.reduce((sum, { action, duration }) => sum + (action === "wait" ? Number(duration) : 0), 0);
