import * as z from "zod";
import { UIElement } from "../protocol/semantic-ui-tree.ts";

/** The state of a switch, checkbox or choice. */
export const ToggleState = z.enum(["on", "off"]);
export type ToggleState = z.infer<typeof ToggleState>;

const words = z.string().min(1).max(300);
/** Of the screen's width or height. */
const part = z.number().min(-1).max(2);

/**
 * What an element is known by on another screen than the one it was seen on. What is left out may be anything; element ids of one
 * screen say nothing on the next.
 */
export const Selector = z
  .strictObject({
    /** Its name or the first line of it, as a person would call it. "": it has none. */
    text: z.string().max(300).optional(),
    description: words.optional(),
    hint: words.optional(),
    /** The resource id, whole (`com.android.settings:id/switch_widget`) or what follows its slash. */
    id: words.optional(),
    type: UIElement.shape.type.optional(),
    class: words.optional(),
    /** A neighbouring element, if others have the same name. */
    near: words.optional(),
    /** Its number among those that all the rest fits, as `2/3`. */
    nth: z
      .string()
      .regex(/^[1-9]\d{0,2}\/[1-9]\d{0,2}$/, "must be a number and a count, such as 2/3")
      .optional(),
    /** Its required state; the search ignores the state. */
    is: ToggleState.optional(),
    /** Where it was: left, top, right, bottom. Nothing is found by it. */
    bounds: z.tuple([part, part, part, part]).optional(),
  })
  .meta({ id: "Selector" });
export type Selector = z.infer<typeof Selector>;

/** The parts of a screen that identify it. */
export const ScreenFacts = z
  .strictObject({
    package: z.string().max(300),
    activity: z.string().max(300),
    /** Of its elements and where they are (Observation.treeHash). */
    layoutHash: z.string().max(100),
    /** The names on it, each with its state where it has one. */
    texts: z.array(z.string().max(100)).max(60),
  })
  .meta({ id: "ScreenFacts" });
export type ScreenFacts = z.infer<typeof ScreenFacts>;
