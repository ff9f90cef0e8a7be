import * as z from "zod";
import { type ActionCatalogue, createActionCatalogue } from "../actions/action-catalogue.ts";
import type { ActionReport, DeviceActionDefinition } from "../actions/action-definition.ts";
import { builtInActions } from "../actions/built-in-actions.ts";
import { ActionKind } from "../contracts/job/policy.ts";
import { callExtension } from "./call-extension.ts";

const isFunction = (value: unknown): boolean => typeof value === "function";
const callable = <Type>() => z.custom<Type>(isFunction, "must be a function");
const isZodObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "safeParse" in value && "shape" in value;
const parametersSchema = z.custom<z.ZodObject>(isZodObject, "must be a z.strictObject");
const actionName = z
  .string()
  .regex(/^[a-z][a-z0-9_]{1,39}$/, "must be 2 to 40 lower-case letters, digits or _");

/** Names that mean something already, also those that a model may say by mistake. */
const taken = new Set(builtInActions.all.flatMap(({ name, aliases }) => [name.toLowerCase(), ...aliases]));

/** An action that a config registers: what `defineAction` of a device's action takes, checked (docs/spec.md I8.1). */
export const RegisteredAction = z.looseObject({
  name: actionName.refine((name) => !taken.has(name), "is the name of a built-in action"),
  description: z.string().min(1).max(1_000),
  parameters: parametersSchema,
  aliases: z.array(actionName).default([]),
  /** What a policy knows it by. */
  kind: ActionKind,
  capability: z.enum(["touch", "keys", "text", "apps", "browser", "none"]),
  device: parametersSchema,
  aims: callable<DeviceActionDefinition["aims"]>(),
  resolve: callable<NonNullable<DeviceActionDefinition["resolve"]>>().optional(),
  inWords: callable<NonNullable<DeviceActionDefinition["inWords"]>>().optional(),
  run: callable<DeviceActionDefinition["run"]>(),
});

/** The built-in actions and these. @throws ConfigurationInvalid when two have one name */
export const catalogueWith = (actions: readonly DeviceActionDefinition[]): ActionCatalogue =>
  actions.length === 0
    ? builtInActions
    : createActionCatalogue([...builtInActions.all, ...actions.map(guarded)]);

/** What its functions throw names it, and it ends with the command even if it does not listen. */
function guarded(definition: DeviceActionDefinition): DeviceActionDefinition {
  const what = `Action '${definition.name}'`;
  return {
    ...definition,
    async run(parameters, context) {
      // The command's own deadline comes before this.
      const call = { what, seconds: 600, signal: context.signal };
      const report: Partial<ActionReport> | undefined = await callExtension(call, () =>
        definition.run(parameters, context),
      );
      return { retries: report?.retries ?? 0 };
    },
  };
}
