import * as z from "zod";

/** A call of a model that brought no action: what is kept of it on the step or the error, also of a job without `debug`. */
export const UnusedReply = z
  .strictObject({
    model: z.string().max(100),
    /**
     * `refused`: the model declined; `cut`: at its limit of tokens; `unusable`: no action could be read from it; `timeout`;
     * `failed`: the service gave no reply.
     */
    kind: z.enum(["refused", "cut", "unusable", "timeout", "failed"]),
    milliseconds: z.number(),
    /** What was wrong, in the words that the model or the operator was told. */
    problem: z.string().max(500),
    /** The reply's beginning, redacted. */
    said: z.string().max(1_000),
  })
  .meta({ id: "UnusedReply" });
export type UnusedReply = z.infer<typeof UnusedReply>;
