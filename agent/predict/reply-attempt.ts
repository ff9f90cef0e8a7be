import type { GroundedBy, StepAction } from "#shared/contracts/step/step.ts";
import type { DroverError } from "#shared/errors/drover-error.ts";
import type { ParsedReply } from "../replies/reply-dialect.ts";

/** What became of reading one reply. */
export type ReplyAttempt =
  | {
      readonly ok: true;
      readonly reply: ParsedReply;
      readonly actions: readonly StepAction[];
      /** Who found the place, when it was not the model that replied. */
      readonly groundedBy?: GroundedBy;
    }
  | { readonly ok: false; readonly error: DroverError };
