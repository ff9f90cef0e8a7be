import * as z from "zod";
import { ModelUsage } from "../agent/model-settings.ts";

/** A model that was asked about a step, and what it used. */
const asked = { model: z.string().max(100), usage: ModelUsage };

const Verdict = z.enum(["passed", "failed", "unsure"]);

/** Whether the actions of a step did what was meant. */
export const Verification = z
  .strictObject({
    verdict: Verdict,
    /** A model is asked only when the rules are unsure. */
    by: z.enum(["rules", "model"]),
    findings: z
      .array(z.strictObject({ rule: z.string().max(60), verdict: Verdict, text: z.string().max(500) }))
      .max(20)
      .default([]),
    /** The one thing that the next prompt tells the agent to do about it, in words of our own. */
    instruction: z.string().max(500).optional(),
    ...z.strictObject(asked).partial().shape,
  })
  .meta({ id: "Verification" });
export type Verification = z.infer<typeof Verification>;

/** Whether the agent made progress up to this step (docs/spec.md R3.2). */
export const ProgressCheck = z
  .strictObject({
    /** Null: nobody could be asked; `reason` says why, and the job continues without. */
    progressing: z.boolean().nullable(),
    reason: z.string().max(1_000),
    ...z.strictObject(asked).partial().shape,
  })
  .meta({ id: "ProgressCheck" });
export type ProgressCheck = z.infer<typeof ProgressCheck>;

/** Whether the task is done, as this step claims. */
export const CompletionCheck = z
  .strictObject({
    accepted: z.boolean(),
    reason: z.string().max(1_000),
    /** Of the task's parts, as far as they were told: whether each is done, and what shows it. */
    parts: z
      .array(z.strictObject({ index: z.int().min(1), done: z.boolean(), evidence: z.string().max(500) }))
      .max(20)
      .optional(),
    /** Absent when nobody was asked, which the reason says: the claim then stands. */
    ...z.strictObject(asked).partial().shape,
  })
  .meta({ id: "CompletionCheck" });
export type CompletionCheck = z.infer<typeof CompletionCheck>;

/** What a person, a tool or another role answered (docs/spec.md I4.3): hostile text. */
export const ToolResult = z
  .strictObject({
    kind: z.enum(["ask_user", "mcp_call", "tell", "wait_for"]),
    /** The question's id, the tool's name, or the key on the blackboard. */
    name: z.string().max(200),
    ok: z.boolean(),
    text: z.string().max(20_000),
  })
  .meta({ id: "ToolResult" });
export type ToolResult = z.infer<typeof ToolResult>;
