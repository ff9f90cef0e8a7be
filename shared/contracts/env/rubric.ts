import * as z from "zod";

/** The parts of a reward. */
export const RubricPart = z.enum(["success", "progress", "sideEffects", "falseClaim"]);
export type RubricPart = z.infer<typeof RubricPart>;

const weight = z.number().min(-100).max(100);

/** What each part counts for: with these an episode that does its task and nothing else is worth 1. */
export const RubricWeights = z.strictObject({
  success: weight.default(0.8),
  progress: weight.default(0.2),
  sideEffects: weight.default(-0.2),
  falseClaim: weight.default(-0.5),
});
export type RubricWeights = z.infer<typeof RubricWeights>;

/** One part of an episode's reward: `value` is `score` times `weight`. */
export const RubricScore = z.strictObject({
  part: RubricPart,
  score: z.number().min(0).max(1),
  weight,
  value: z.number(),
});
export type RubricScore = z.infer<typeof RubricScore>;

const episode = {
  at: z.iso.datetime(),
  sessionId: z.string(),
  episodeId: z.string(),
  taskId: z.string(),
  seed: z.int(),
  steps: z.int().min(0),
};

/** A line of the log of episodes. `fault`: the farm is to blame, and there is no reward; `left`: it was reset or closed before its end. */
export const EpisodeRecord = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("judged"),
    ...episode,
    reward: z.number(),
    rubric: z.array(RubricScore),
    truncated: z.boolean(),
    reason: z.string(),
  }),
  z.strictObject({ kind: z.literal("fault"), ...episode, message: z.string() }),
  z.strictObject({ kind: z.literal("left"), ...episode }),
]);
export type EpisodeRecord = z.infer<typeof EpisodeRecord>;
