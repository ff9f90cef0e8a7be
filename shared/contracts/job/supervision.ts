import * as z from "zod";

/** Who helps the agent in a job (docs/spec.md R2). What is left out is on, for an agent in the dialect `lean` off. */
export const Supervision = z
  .strictObject({
    /** Plans by the planner: from the first turn on, only when the agent makes no progress, or never. */
    planning: z.enum(["off", "recovery", "full"]).optional(),
    /** Whether an action did what was meant: asked of nobody, decided by rules, or by a model where the rules cannot tell. */
    verification: z.enum(["off", "rules", "model"]).optional(),
    /** A model is asked whether the agent makes progress. */
    progress: z.boolean().optional(),
    /** A model is asked whether the task is done when the agent says so. */
    completion: z.boolean().optional(),
    /** Recovery from errors and from being stuck. */
    recovery: z.boolean().optional(),
    /** What had no effect is done again on the screen as it is now, without a model. */
    retry: z.boolean().optional(),
  })
  .meta({ id: "Supervision" });
export type Supervision = z.infer<typeof Supervision>;
