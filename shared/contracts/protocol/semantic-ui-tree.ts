import * as z from "zod";

/** Pixels; right and bottom are exclusive, as in uiautomator's bounds. */
export const Bounds = z
  .strictObject({ left: z.int(), top: z.int(), right: z.int(), bottom: z.int() })
  .meta({ id: "Bounds" });
export type Bounds = z.infer<typeof Bounds>;

/** One element of the map the model is shown (docs/spec.md A3, A4). Field names are the protocol's. */
export const UIElement = z
  .strictObject({
    /** 0 to 199: its place in this tree. */
    element_id: z.int().min(0).max(199),
    /** Same element, same value on every observation: derived from resource id, class, label and place among equals. */
    stable_id: z.string(),
    type: z.enum([
      "button",
      "textfield",
      "text",
      "switch",
      "checkbox",
      "radio",
      "slider",
      "image",
      "list",
      "tab",
      "webview",
      "view",
    ]),
    text: z.string(),
    content_description: z.string(),
    hint_text: z.string(),
    resource_id: z.string(),
    class_name: z.string(),
    clickable: z.boolean(),
    long_clickable: z.boolean(),
    focusable: z.boolean(),
    focused: z.boolean(),
    scrollable: z.boolean(),
    checkable: z.boolean(),
    checked: z.boolean(),
    selected: z.boolean(),
    enabled: z.boolean(),
    /** Text of password fields never leaves the host (docs/security.md rule 3). */
    password: z.boolean(),
    bounds: Bounds,
    visibility: z.enum(["visible", "covered"]),
    /** Pixels: where a tap meets it and nothing else. Absent when that is its centre. */
    tap_point: z.strictObject({ x: z.int(), y: z.int() }).optional(),
    /** What it stands by, when others on the screen are called the same. */
    near: z.string().optional(),
    /** Its number among those, as `2/3`, when nothing it stands by tells them apart. */
    nth: z.string().optional(),
    /** The element_id of the row, card or list that it is part of. */
    inside: z.int().min(0).max(199).optional(),
    /** Where a list continues beyond what is shown, as far as can be told. */
    more: z.array(z.enum(["above", "below"])).optional(),
    /** Absent: the app said so. `picture`: it was read out of the picture (docs/spec.md R7). */
    source: z.literal("picture").optional(),
  })
  .meta({ id: "UIElement" });
export type UIElement = z.infer<typeof UIElement>;

/** The whole screen as structured elements. Stored once per observation as `tree.json`. */
export const SemanticUITree = z
  .strictObject({
    schema_version: z.literal(1),
    screen_id: z.string(),
    device_id: z.string(),
    app_name: z.string(),
    app_package: z.string(),
    activity: z.string(),
    screen_width: z.int(),
    screen_height: z.int(),
    /** Unix seconds. */
    timestamp: z.number(),
    keyboard_shown: z.boolean(),
    /** There were more than 200 elements: the most useful were kept. */
    truncated: z.boolean(),
    /** Large parts of the screen that are drawn without saying what is on them. */
    undescribed: z.array(Bounds).max(4).optional(),
    elements: z.array(UIElement).max(200),
  })
  .meta({ id: "SemanticUITree" });
export type SemanticUITree = z.infer<typeof SemanticUITree>;
