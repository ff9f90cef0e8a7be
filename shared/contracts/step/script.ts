import * as z from "zod";
import { Selector } from "../agent/selector.ts";
import { Validator } from "../judging/validator.ts";
import { JsonValue } from "../values/json-value.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

/** A place by the parts of an element's width and height, which may lie beyond it: where a finger went that began on it. */
export const WithinElement = z.tuple([z.number().min(-50).max(50), z.number().min(-50).max(50)]);
export type WithinElement = z.infer<typeof WithinElement>;

/** The parameters of actions that are places. */
export const PlaceField = z.enum(["coordinate", "start", "end"]);
export type PlaceField = z.infer<typeof PlaceField>;

/** What a line is about: the name of an element alone, or all that it is known by. */
export const ScriptTarget = z
  .union([SafeText.min(1).max(300), Selector.omit({ bounds: true })], {
    error: "must be the name of an element, or the fields that identify it",
  })
  .meta({ id: "ScriptTarget" });
export type ScriptTarget = z.infer<typeof ScriptTarget>;

const text = SafeText.min(1).max(4_000);

/** Each thing that a line can do, by its name; a line has exactly one. */
const lineKinds = {
  /** By label or package. */
  open_app: SafeText.trim().min(1).max(223),
  open_url: SafeText.min(1).max(2_000),
  tap: ScriptTarget,
  double_tap: ScriptTarget,
  long_press: ScriptTarget,
  type: z
    .strictObject({
      text: text.optional(),
      /** The name of a secret, which the host types. */
      secret: SafeText.min(1).max(64).optional(),
      /** Absent: what has the focus. */
      into: ScriptTarget.optional(),
      clear: z.boolean().optional(),
      submit: z.boolean().optional(),
    })
    .refine((line) => (line.text === undefined) !== (line.secret === undefined), {
      error: "give exactly one of 'text' and 'secret'",
    }),
  scroll: z.strictObject({
    direction: z.enum(["up", "down", "left", "right"]),
    in: ScriptTarget.optional(),
  }),
  press: z.enum(["back", "home", "recent", "enter"]),
  /** Milliseconds. */
  wait: z.int().min(1).max(60_000),
  remember: SafeText.min(1).max(500),
  /** It must be on the screen, and stand as `is` says; it is waited for. */
  expect: ScriptTarget,
  expect_not: ScriptTarget,
  /** The package that must be in front. */
  expect_app: PackageName,
  /** Any other action, with its own parameters. */
  do: z.strictObject({
    action: z.string().min(1).max(60),
    on: ScriptTarget.optional(),
    /** Its places on that element. */
    within: z.partialRecord(PlaceField, WithinElement).optional(),
    with: z.record(z.string().max(100), JsonValue).default({}),
  }),
} as const;
export type ScriptLineKind = keyof typeof lineKinds;
export const scriptLineKinds = Object.keys(lineKinds) as readonly ScriptLineKind[];

export const ScriptLine = z
  .strictObject(lineKinds)
  .partial()
  .refine((line) => Object.values(line).filter((part) => part !== undefined).length === 1, {
    error: `must do exactly one of ${scriptLineKinds.join(", ")}`,
  })
  .meta({ id: "ScriptLine", minProperties: 1, maxProperties: 1 });
export type ScriptLine = z.infer<typeof ScriptLine>;

export const ParameterName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, "must be letters, digits and '_', starting with a letter");
/** What `{{name}}` stands for. */
export const ScriptParameters = z.record(ParameterName, SafeText.max(1_000));
export type ScriptParameters = z.infer<typeof ScriptParameters>;

/** What a job did, as lines that run without a model and that a person can read and change (docs/trajectories.md). */
export const Script = z
  .strictObject({
    version: z.literal(1),
    /** What it does, in plain language. */
    task: SafeText.trim().min(1).max(4_000),
    /** What `{{name}}` in any text below stands for where a run does not say otherwise; null: a run must say it. */
    parameters: z.record(ParameterName, SafeText.max(1_000).nullable()).default({}),
    steps: z.array(ScriptLine).min(1).max(500),
    /** What is claimed at the end. */
    finish: z
      .strictObject({
        status: z.enum(["success", "infeasible"]).default("success"),
        answer: SafeText.max(4_000).optional(),
        summary: SafeText.max(4_000).optional(),
      })
      .optional(),
    /** Of the device, when the lines are done: a job's validators. */
    checks: z.array(Validator).max(20).default([]),
  })
  .meta({ id: "Script" });
export type Script = z.infer<typeof Script>;
