import type * as z from "zod";
import type { Capability } from "../contracts/device/capability.ts";
import type { AppFacts } from "../contracts/device/device-facts.ts";
import type { ActionKind } from "../contracts/job/policy.ts";
import type { SemanticUITree } from "../contracts/protocol/semantic-ui-tree.ts";
import type { ScriptLineKind } from "../contracts/step/script.ts";
import type { Coordinate, ScreenSize } from "../contracts/values/coordinate.ts";
import type { Pixel } from "../screen/coordinates.ts";
import type { Aim } from "../screen/planned-screen.ts";
import type { DevicePort, FocusedField } from "./device-port.ts";

/** An action with its name, whatever its parameters. */
export type AnyAction = { readonly action: string; readonly [parameter: string]: unknown };

export interface ActionContext {
  readonly device: DevicePort;
  /** As rotated now. */
  readonly screen: ScreenSize;
  /** Where on it a normalised coordinate lies, by the farm's own transform when it has one (docs/spec.md I8.3). */
  pixelOf(coordinate: Coordinate): Pixel;
  /** Resolves after the time, or at once when the signal is aborted. Milliseconds. */
  readonly clock: { wait(milliseconds: number, signal?: AbortSignal): Promise<void> };
  readonly signal: AbortSignal;
  /** Of the addresses that may be opened; absent: http and https. */
  readonly urlSchemes?: readonly string[];
  /**
   * The text with the values of the secrets that it refers to, for this field and no other. Throws SecretRefused. Absent: a
   * device without a job, which has none.
   */
  readonly fillSecrets?: (text: string, field: FocusedField) => Promise<string>;
  /** Before Enter: throws PolicyDenied when what it would open may not be opened. */
  readonly checkEnter?: () => Promise<void>;
}

export interface ActionReport {
  /** Tries beyond the first. */
  readonly retries: number;
}

export const once: ActionReport = { retries: 0 };

/** What a choice was made on. */
export interface ResolveContext {
  /** Null when it could not be read. */
  readonly tree: SemanticUITree | null;
  /** The device's, as far as they are known. */
  readonly apps: readonly AppFacts[];
  /** Names of the tools that may be called; absent: none. */
  readonly tools?: readonly string[] | undefined;
  /** The coordinate that means a pixel of the screen; absent: linear scaling. */
  readonly coordinateOf?: ((pixel: Pixel, screen: ScreenSize) => Coordinate) | undefined;
}

export interface Resolved<Parameters> {
  readonly parameters: Parameters;
  /** The element meant, as the model saw it. */
  readonly element?: string;
}

interface ActionWords<Name extends string, Given extends z.ZodObject> {
  readonly name: Name;
  /** Its description for models. */
  readonly description: string;
  /** What the model gives, without `action`. */
  readonly parameters: Given;
  /** Names that other agents and models use for it: a reply with one gets this action suggested. */
  readonly aliases: readonly string[];
  readonly kind: ActionKind;
  /** Accepted, but not in any prompt. */
  readonly offered?: false;
  /** Not meant to change the screen: done again and again it is no loop. */
  readonly idle?: true;
  /** In a few words for people; `target` is the element or place meant, empty when there is none. Absent: its name and the target. */
  inWords?(parameters: z.output<Given>, target: string): string;
}

/** An action that a host does on a device. */
export interface DeviceActionDefinition<
  Name extends string = string,
  Given extends z.ZodObject = z.ZodObject,
  Told extends z.ZodObject = z.ZodObject,
> extends ActionWords<Name, Given> {
  /** What a device must be able to do for it. */
  readonly capability: Capability;
  /** The host's parameters, without `action`; coordinates are normalised. */
  readonly device: Told;
  /** What of the screen it was chosen on must still be there when it is done. */
  aims(parameters: z.output<Told>): Aim;
  /** Milliseconds that its parameters add to the time of any action. */
  lasts?(parameters: z.output<Told>): number;
  /** Absent if the host gets the model's parameters. Throws errors of audience `model`. */
  resolve?(parameters: z.output<Given>, context: ResolveContext): Resolved<z.output<Told>>;
  /**
   * Throws an error of audience `model` for what the model can do something about, anything else for a fault of the
   * device or the way to it.
   */
  run(parameters: z.output<Told>, context: ActionContext): Promise<ActionReport>;
}

/** An action that no device has a part in. */
export interface TalkActionDefinition<Name extends string = string, Given extends z.ZodObject = z.ZodObject>
  extends ActionWords<Name, Given> {
  readonly device?: undefined;
}

export type ActionDefinition = DeviceActionDefinition | TalkActionDefinition;

/** Other facts of an action. Actions of a config have none of them: the last-named default of each applies. */
export interface ActionFacts {
  /** That it left the screen as it was is a failure. Else: no. */
  readonly changesScreen: boolean;
  /** Done again when it left the screen as it was; `harmless`: on what does no harm. Else: never. */
  readonly repeatable: "always" | "harmless" | "never";
  /** What it presses, which a person may have to approve. Else: the target, when its kind is `touch`. */
  readonly presses: "target" | "enter" | "nothing";
  /** It means the same whatever is in front. Else: no. */
  readonly anywhere: boolean;
  /** The line of a script that does it. Else: `do`. */
  readonly script: ScriptLineKind;
}

interface BuiltInDeviceAction<Name extends string, Given extends z.ZodObject, Told extends z.ZodObject>
  extends DeviceActionDefinition<Name, Given, Told> {
  readonly facts: ActionFacts;
  inWords(parameters: z.output<Given>, target: string): string;
}
interface BuiltInTalkAction<Name extends string, Given extends z.ZodObject>
  extends TalkActionDefinition<Name, Given> {
  readonly facts: Pick<ActionFacts, "anywhere" | "script">;
  inWords(parameters: z.output<Given>, target: string): string;
}

/** An action of Drover's own, whole, in one literal: without one of its facts or its words it does not compile. */
export function defineBuiltIn<const Name extends string, Given extends z.ZodObject, Told extends z.ZodObject>(
  definition: BuiltInDeviceAction<Name, Given, Told>,
): BuiltInDeviceAction<Name, Given, Told>;
export function defineBuiltIn<const Name extends string, Given extends z.ZodObject>(
  definition: BuiltInTalkAction<Name, Given>,
): BuiltInTalkAction<Name, Given>;
export function defineBuiltIn(definition: ActionDefinition): ActionDefinition {
  return definition;
}

/** An action that a config registers. */
export function defineAction<const Name extends string, Given extends z.ZodObject, Told extends z.ZodObject>(
  definition: DeviceActionDefinition<Name, Given, Told>,
): DeviceActionDefinition<Name, Given, Told>;
export function defineAction<const Name extends string, Given extends z.ZodObject>(
  definition: TalkActionDefinition<Name, Given>,
): TalkActionDefinition<Name, Given>;
export function defineAction(definition: ActionDefinition): ActionDefinition {
  return definition;
}
