import * as z from "zod";
import { ScreenFacts, Selector } from "../agent/selector.ts";
import { PlaceField, Script, ScriptTarget, WithinElement } from "./script.ts";
import { mostActions } from "./step.ts";
import { ToolResult } from "./step-findings.ts";
import { StoredAction } from "./stored-action.ts";

/** One action as it is done again: without the element ids of the screen it was chosen on. */
export const RecordedAction = z
  .strictObject({
    /** As it was chosen; its places stand here only where no element tells them. */
    action: StoredAction,
    /** What it was done on. */
    target: Selector.optional(),
    /** The fewest words that mean the target on its screen, as a script writes them. */
    name: ScriptTarget.optional(),
    /** Its places on the target, for an action that was aimed by coordinates. */
    within: z.partialRecord(PlaceField, WithinElement).optional(),
  })
  .meta({ id: "RecordedAction" });
export type RecordedAction = z.infer<typeof RecordedAction>;

/** What must be on the screen, or must not. */
export const ScreenCheck = z
  .strictObject({
    /** An element that must be there, and stand as `is` says. */
    shows: Selector.optional(),
    /** One that must not be there. */
    hides: Selector.optional(),
    /** The package that must be in front. */
    app: z.string().min(1).max(300).optional(),
  })
  .meta({ id: "ScreenCheck" });
export type ScreenCheck = z.infer<typeof ScreenCheck>;

/** One thing to do again, or to check. */
export const RecordedStep = z
  .strictObject({
    /** The number of the step it was recorded from, or of the script's line. */
    step: z.int().min(1).max(9_999),
    actions: z.array(RecordedAction).max(mostActions),
    /** Why, in the words of the agent that did it first. */
    thinking: z.string().max(20_000).default(""),
    /** The screen that it was done on; absent: a script says itself what must be there. */
    screen: ScreenFacts.optional(),
    check: ScreenCheck.optional(),
    /** What a person or a tool answered then: neither is asked again. */
    toolResult: ToolResult.optional(),
  })
  .meta({ id: "RecordedStep" });
export type RecordedStep = z.infer<typeof RecordedStep>;

/** What a job does without a model, in order. Stored as `source.json` of the job that does it. */
export const Recording = z.strictObject({
  schemaVersion: z.literal(1),
  steps: z.array(RecordedStep).max(1_000),
  /** What the steps were made of, its placeholders as they were written. */
  script: Script.optional(),
});
export type Recording = z.infer<typeof Recording>;
