import * as z from "zod";
import { ScriptSource } from "../step/job-source.ts";

/** Under which an outside agent claims its turns. */
export const AgentName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,39}$/,
    "must be 1 to 40 lower-case letters, digits, '.', '_' or '-', starting with a letter or digit",
  );
export type AgentName = z.infer<typeof AgentName>;

/** Which parts of a screen an agent is told: a part that it does not read need not be made for it. */
export const ObservationParts = z
  .strictObject({
    screenshot: z.boolean().default(true),
    accessibilityTree: z.boolean().default(true),
    /** What a person or a tool answered to the action before. */
    toolResult: z.boolean().default(true),
    /** The app in front, the screen's size, the device, how far the job has come. */
    metadata: z.boolean().default(true),
  })
  .meta({ id: "ObservationParts" });
export type ObservationParts = z.infer<typeof ObservationParts>;

const isPlainAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === "https:" || protocol === "http:") && username === "" && password === "";
};

/** Where an agent that the farm calls listens; whether the farm may go there is its config's to say. */
export const AgentUrl = z
  .string()
  .max(2_000)
  .refine(isPlainAddress, "must be an https address without a user or a password in it");
export type AgentUrl = z.infer<typeof AgentUrl>;

/** How long the agent may take for one turn; then that is its failure. */
const turnTimeoutSeconds = z.int().min(1).max(600);
/** A service is called from a function, which must be done before its state is. */
export const longestCallSeconds = 150;

const external = {
  kind: z.literal("external"),
  name: AgentName,
  /** The farm calls it there; absent: the agent fetches its turns (docs/agents.md). */
  url: AgentUrl.optional(),
  turnTimeoutSeconds: turnTimeoutSeconds.default(120),
  observation: ObservationParts.prefault({}),
};
const human = {
  kind: z.literal("human"),
  name: AgentName.default("human"),
  turnTimeoutSeconds: z.int().min(10).max(7_200).default(1_800),
};

/** Who chooses the actions of a job (docs/agents.md). Absent: Drover's own agent, with the model of `models.agent`. */
export const Agent = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("builtin"), name: AgentName.optional() }),
    z
      .strictObject(external)
      .refine(({ url, turnTimeoutSeconds: seconds }) => url === undefined || seconds <= longestCallSeconds, {
        path: ["turnTimeoutSeconds"],
        error: `must be at most ${longestCallSeconds} for an agent that the farm calls by its url`,
      }),
    z.strictObject(human),
    /** The same as `source.kind: script`: its lines are done, and no model chooses. */
    ScriptSource.omit({ kind: true }).extend({ kind: z.literal("script"), name: AgentName.optional() }),
  ])
  .meta({ id: "Agent" });
export type Agent = z.infer<typeof Agent>;

/** The same, as a job keeps it: a script lies beside the job, and sessions are made by their own route. */
export const JobAgent = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("builtin"), name: AgentName.optional() }),
    z.strictObject(external),
    z.strictObject(human),
    z.strictObject({ kind: z.literal("script"), name: AgentName.optional() }),
    z.strictObject({
      kind: z.literal("session"),
      name: AgentName.default("session"),
      /** Without a call for so long the session is over. */
      turnTimeoutSeconds: z.int().min(10).max(7_200).default(180),
    }),
  ])
  .meta({ id: "JobAgent" });
export type JobAgent = z.infer<typeof JobAgent>;

export const AgentKind = z.enum(["builtin", "external", "human", "script", "session"]) satisfies z.ZodType<
  JobAgent["kind"]
>;
export type AgentKind = z.infer<typeof AgentKind>;

/** One whose turns are posted from outside of the farm. */
export type OutsideAgent = Extract<JobAgent, { kind: "external" | "human" | "session" }>;
