import type { GroundedBy, StepAction } from "#shared/contracts/step/step.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import type { ParsedReply } from "../replies/reply-dialect.ts";

/** The result of reading one reply. */
export type ReplyAttempt =
  | {
      readonly ok: true;
      readonly reply: ParsedReply;
      readonly actions: readonly StepAction[];
      /** The grounding model, if it found the place. */
      readonly groundedBy?: GroundedBy;
    }
  | { readonly ok: false; readonly error: DroverError };
