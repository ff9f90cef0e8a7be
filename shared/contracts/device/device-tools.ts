import * as z from "zod";
import { Bounds, SemanticUITree, UIElement } from "../protocol/semantic-ui-tree.ts";
import { Coordinate, ScreenSize } from "../values/coordinate.ts";
import { Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

/** The three tools of docs/spec.md E3 that only look, and the whole forest of G3: what is asked of a device, and answered. */

const name = SafeText.trim().min(1).max(500);

/** Criteria of an element beside its name; absent ones match anything. */
export const ElementCriteria = z
  .strictObject({
    /** Somewhere in its text or description, whatever its case. */
    text: name.optional(),
    type: UIElement.shape.type.optional(),
    /** `save`, `id/save` or the whole id. */
    resource_id: name.optional(),
    /** The app in front; another is not a place to look. */
    package: PackageName.optional(),
    clickable: z.boolean().optional(),
    enabled: z.boolean().optional(),
    /** Beside, above or below the element of this name. */
    near: name.optional(),
  })
  .meta({ id: "ElementCriteria" });
export type ElementCriteria = z.infer<typeof ElementCriteria>;

export const LocateRequest = z.strictObject({
  /** A name, an id, or a person's words such as `the "Save" button`. */
  description: name,
  criteria: ElementCriteria.default({}),
  /** Candidates below this are left out. */
  minConfidence: z.number().min(0).max(1).default(0),
});
export type LocateRequest = z.infer<typeof LocateRequest>;

export const LocatedCandidate = z.strictObject({
  element: UIElement,
  confidence: z.number().min(0).max(1),
  /** Where a tap meets it and nothing else, in pixels and normalised. */
  pixel: z.strictObject({ x: z.int(), y: z.int() }),
  coordinate: Coordinate,
});
export type LocatedCandidate = z.infer<typeof LocatedCandidate>;

const moment = {
  capturedAt: Timestamp,
  screen: ScreenSize,
  /** The app in front; empty when Android names none. */
  package: z.string(),
};

/** The likeliest first; none when nothing comes near. */
export const LocateAnswer = z.strictObject({ ...moment, candidates: z.array(LocatedCandidate).max(5) });
export type LocateAnswer = z.infer<typeof LocateAnswer>;

/** The expected screen: every expectation must hold. */
export const ExpectedState = z
  .strictObject({
    /** In words: an element's name, or the app that should be in front. */
    description: name.optional(),
    texts: z.array(name).max(20).default([]),
    absent: z.array(name).max(20).default([]),
    package: PackageName.optional(),
    activity: name.optional(),
    toggles: z
      .array(z.strictObject({ name, on: z.boolean() }))
      .max(20)
      .default([]),
    elements: z
      .array(z.strictObject({ description: name, criteria: ElementCriteria.default({}) }))
      .max(20)
      .default([]),
    /** An earlier screen that it should be like. */
    tree: SemanticUITree.optional(),
    minConfidence: z.number().min(0).max(1).default(0.8),
  })
  .refine(
    ({ description, texts, absent, package: app, activity, toggles, elements, tree }) =>
      [description, app, activity, tree].some((said) => said !== undefined) ||
      texts.length + absent.length + toggles.length + elements.length > 0,
    "must name at least one expectation",
  );
export type ExpectedState = z.infer<typeof ExpectedState>;

/** `unsure`: something like it is there, or the screen cannot be read. */
export const StateResult = z.enum(["met", "unmet", "unsure"]);
export type StateResult = z.infer<typeof StateResult>;

export const StateFinding = z.strictObject({
  /** The expectation, such as `text "Saved"`. */
  what: z.string().max(700),
  result: StateResult,
  confidence: z.number().min(0).max(1),
  /** What is otherwise, in a sentence. */
  difference: z.string().max(2_000).optional(),
});
export type StateFinding = z.infer<typeof StateFinding>;

export const ValidateAnswer = z.strictObject({
  ...moment,
  result: StateResult,
  /** That of the least sure finding. */
  confidence: z.number().min(0).max(1),
  findings: z.array(StateFinding),
});
export type ValidateAnswer = z.infer<typeof ValidateAnswer>;

/** Of the screen; right and bottom are exclusive. */
export const Region = z
  .strictObject({
    left: z.number().min(0),
    top: z.number().min(0),
    right: z.number().positive(),
    bottom: z.number().positive(),
    unit: z.enum(["pixels", "normalised"]).default("pixels"),
  })
  .refine(({ left, right, top, bottom }) => left < right && top < bottom, "must not be empty")
  .refine(
    ({ unit, right, bottom }) => unit === "pixels" || (right <= 1 && bottom <= 1),
    "normalised, must be between 0 and 1",
  );
export type Region = z.infer<typeof Region>;

export const ScreenshotRequest = z.strictObject({
  /** Absent: the whole screen. */
  region: Region.optional(),
  /** What is too large to be answered in base64 is linked. */
  as: z.enum(["link", "base64"]).default("link"),
});
export type ScreenshotRequest = z.infer<typeof ScreenshotRequest>;

/** 0, 1, 2, 3 = 0°, 90°, 180°, 270°. */
const rotation = z.int().min(0).max(3);

export const ScreenshotAnswer = z.strictObject({
  ...moment,
  mediaType: z.literal("image/png"),
  size: ScreenSize,
  /** Pixels of the screen that it shows. */
  region: Bounds,
  rotation,
  /** A window on it forbids pictures and is drawn black; null when the device does not say. */
  secure: z.boolean().nullable(),
  bytes: z.int(),
  base64: z.string().optional(),
  /** Where it lies; the API answers a link. */
  key: z.string().optional(),
});
export type ScreenshotAnswer = z.infer<typeof ScreenshotAnswer>;

export const WindowSummary = z.strictObject({
  title: z.string().max(300),
  /** Android's, such as `TYPE_APPLICATION`; empty when the device tells of one window alone. */
  type: z.string().max(60),
  layer: z.int(),
  focused: z.boolean(),
  bounds: Bounds,
  nodes: z.int(),
});
export type WindowSummary = z.infer<typeof WindowSummary>;

/** uiautomator's own XML of every window; of the one in front where an Android before 11 knows no more. */
export const HierarchyAnswer = z.strictObject({
  ...moment,
  rotation,
  allWindows: z.boolean(),
  windows: z.array(WindowSummary),
  bytes: z.int(),
  xml: z.string().optional(),
  key: z.string().optional(),
});
export type HierarchyAnswer = z.infer<typeof HierarchyAnswer>;
