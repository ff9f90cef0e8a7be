import * as z from "zod";
import { SafeText } from "../values/safe-text.ts";
import { ModelSettings } from "./model-settings.ts";

/** The subject of a fact, such as `alarm time`; a question may use other words. */
export const FactName = z
  .string()
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N} ._'-]{0,59}$/u,
    "must be 1 to 60 letters, digits, spaces or . _ ' -, and start with a letter or digit",
  );
export type FactName = z.infer<typeof FactName>;

const FactValue = z.union([SafeText.trim().min(1).max(500), z.number(), z.boolean()], {
  error: "must be a text of 1 to 500 characters, a number, true or false",
});

const mostFacts = 50;

/**
 * Plays the person behind the task: a model that answers what the agent asks, from these facts alone and nothing that was not
 * asked for (docs/agents.md#a-simulated-user).
 */
export const SimulatedUser = z
  .strictObject({
    knows: z.record(FactName, FactValue).refine((facts) => Object.keys(facts).length <= mostFacts, {
      error: `has more than ${mostFacts} facts`,
    }),
    /** How it speaks, such as "in a hurry, few words". */
    style: SafeText.trim().min(1).max(500).optional(),
    /** The same as `models.user.model`. */
    model: ModelSettings.shape.model,
  })
  .meta({ id: "SimulatedUser" });
export type SimulatedUser = z.infer<typeof SimulatedUser>;

/**
 * What a question was worth, as the simulated user found. `needed`: it told a fact that the task does not say; `useless`: nothing it
 * knows answers it; `alreadyAnswered`: the task says it, or an answer before this one did.
 */
export const QuestionWorth = z.enum(["needed", "useless", "alreadyAnswered"]);
export type QuestionWorth = z.infer<typeof QuestionWorth>;

const count = z.int().min(0);

/** Counts of questions to a simulated user. A question that could not be sent counts only in `asked`. */
export const QuestionCounts = z
  .strictObject({
    asked: count,
    needed: count,
    useless: count,
    alreadyAnswered: count,
  } satisfies Record<QuestionWorth | "asked", unknown>)
  .meta({ id: "QuestionCounts" });
export type QuestionCounts = z.infer<typeof QuestionCounts>;
