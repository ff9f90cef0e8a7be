import * as z from "zod";
import { apiErrorTypes } from "./api-error.ts";
import { answeringRoles } from "./practice/roles/answer-tools.ts";

const when = {
  /** Who is asked: by default the agent, which here is whoever is not asked for an answer by one tool. */
  role: z.enum(["agent", ...answeringRoles]).default("agent"),
  /** Only for prompts whose task contains this. */
  task: z.string().min(1).optional(),
  /** How many requests it answers. */
  times: z.int().min(1).max(10_000).default(1),
  /** Waits before it answers. */
  delayMilliseconds: z.int().min(0).max(600_000).default(0),
};
/** Before the answer and apart from it, as each service tells it. */
const reasoning = z.string().optional();
const stopReason = z.enum(["end_turn", "tool_use", "max_tokens", "refusal"]);

/** One thing that the model does instead of thinking for itself. */
export const ScenarioEntry = z.union([
  /** An action in the request's dialect; not validated, so that wrong ones can be scripted. */
  z.strictObject({
    reply: z.looseObject({ action: z.string() }),
    thinking: z.string().default("Scripted."),
    reasoning,
    stopReason: stopReason.optional(),
    ...when,
  }),
  /** What a role answers; not validated either. */
  z.strictObject({ answer: z.looseObject({}), ...when }),
  /** Text as it stands, for example malformed JSON in a tool call. */
  z.strictObject({
    raw: z.string(),
    /** It is what this tool is called with; chat completions take arguments that are no JSON. */
    tool: z.string().optional(),
    stopReason: stopReason.default("end_turn"),
    ...when,
  }),
  /** An error in the API's form. */
  z.strictObject({
    status: z.int().min(400).max(599),
    type: z.enum(apiErrorTypes).optional(),
    message: z.string().optional(),
    retryAfterSeconds: z.number().min(0).optional(),
    ...when,
  }),
  /** A body that is not the API's at all, as a proxy would send it. */
  z.strictObject({
    body: z.string(),
    bodyStatus: z.int().min(200).max(599).default(200),
    contentType: z.string().default("text/html"),
    ...when,
  }),
  /** The connection is cut. */
  z.strictObject({ hangUp: z.literal(true), ...when }),
  /** No answer, ever. */
  z.strictObject({ silent: z.literal(true), ...when }),
  /** The practice model itself answers. */
  z.strictObject({ practice: z.literal(true), reasoning, ...when }),
  z.strictObject({ ...when, delayMilliseconds: z.int().min(1).max(600_000) }),
]);
export type ScenarioEntry = z.infer<typeof ScenarioEntry>;

/** Used in order, each as often as it says; when none is left that fits, the practice model thinks for itself. */
export const Scenario = z.array(ScenarioEntry).max(10_000);
export type Scenario = z.infer<typeof Scenario>;
/** As written by hand: defaults may be left out. */
export type ScenarioInput = z.input<typeof Scenario>;
