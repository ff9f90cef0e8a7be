import * as z from "zod";
import { SafeText } from "../../contracts/values/safe-text.ts";
import { defineBuiltIn } from "../action-definition.ts";

/** Of the task: one that is done, with what shows it, or all of them listed again. */
export const parts = defineBuiltIn({
  name: "parts",
  description: "Mark one done with the evidence you saw, or list all anew.",
  parameters: z
    .strictObject({
      done: z.int().min(1).max(20).optional(),
      evidence: SafeText.min(1).max(500).optional(),
      list: z.array(SafeText.trim().min(1).max(300)).min(1).max(20).optional(),
    })
    .refine(
      ({ done, evidence, list }) => list !== undefined || (done !== undefined && evidence !== undefined),
      {
        error: "needs 'done' with 'evidence', or 'list'",
        path: ["evidence"],
      },
    ),
  aliases: ["tick_off", "check_off", "mark_done", "complete_part"],
  kind: "none",
  facts: { anywhere: true, script: "do" },
  idle: true,
  offered: false,
  inWords: ({ done, evidence, list }) =>
    done === undefined
      ? `list ${list?.length ?? 0} parts of the task`
      : `tick off part ${done}: ${JSON.stringify(evidence)}`,
});
