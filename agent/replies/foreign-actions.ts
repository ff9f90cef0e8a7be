import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { nearestName } from "#shared/text/nearest-name.ts";

/** One of our actions as a reply gives it, its coordinates normalised; the catalogue checks it afterwards. */
export interface GivenAction {
  readonly action: string;
  readonly [field: string]: unknown;
}

/** Makes a point of a reply normalised. Throws ValidationError, CoordinateOutOfRange. */
export type ReadPlace = (value: unknown, field: string) => Coordinate;

const shownOf = (value: unknown): string => (JSON.stringify(value) ?? "missing").slice(0, 120).toWellFormed();

/** What a reply gives for one action in a model's own words. */
export class Given {
  readonly name: string;
  readonly thinking: string;
  private readonly parameters: Readonly<Record<string, unknown>>;
  private readonly place: ReadPlace;

  constructor(
    name: string,
    parameters: Readonly<Record<string, unknown>>,
    context: { readonly thinking: string; readonly place: ReadPlace },
  ) {
    this.name = name;
    this.parameters = parameters;
    this.thinking = context.thinking;
    this.place = context.place;
  }

  has(field: string): boolean {
    return this.value(field) !== undefined;
  }

  text(field: string): string {
    const value = this.value(field);
    if (typeof value === "string") return value;
    throw this.wrong(field, "a text");
  }

  optionalText(field: string): string | undefined {
    const value = this.value(field);
    return typeof value === "string" && value.trim() !== "" ? value : undefined;
  }

  /** Under the first of the names that is there. */
  point(...fields: readonly string[]): Coordinate {
    const field = fields.find((name) => this.has(name)) ?? fields[0] ?? "";
    return this.place(this.value(field), field);
  }

  oneOf<Choice extends string>(field: string, choices: readonly Choice[]): Choice {
    const said = this.text(field).trim().toLowerCase();
    const choice = choices.find((one) => one === said);
    if (choice !== undefined) return choice;
    throw this.wrong(field, `one of ${choices.join(", ")}`);
  }

  /** Seconds as a number or in words such as "3 seconds", in milliseconds. */
  milliseconds(field: string, fallbackSeconds: number): number {
    const value = this.value(field);
    const seconds = typeof value === "number" ? value : Number.parseFloat(String(value ?? ""));
    const usable = Number.isFinite(seconds) && seconds > 0 ? seconds : fallbackSeconds;
    return Math.round(usable * 1_000);
  }

  wrong(field: string, wanted: string): DroverError {
    const shown = shownOf(this.value(field));
    return new DroverError("ValidationError", `${this.name}: '${field}' is ${shown}: it must be ${wanted}.`, {
      details: { field, value: shown },
    });
  }

  private value(field: string): unknown {
    return Object.hasOwn(this.parameters, field) ? this.parameters[field] : undefined;
  }
}

/** How one action of a model becomes one of ours. */
export interface Translation {
  /** Our name for it, unless the parameters name another. */
  readonly ours: string;
  with(given: Given): Readonly<Record<string, unknown>>;
}

const nothing = (): Readonly<Record<string, unknown>> => ({});
export const to = (ours: string, parameters: Translation["with"] = nothing): Translation => ({
  ours,
  with: parameters,
});

/** A model's own actions by the names it knows. */
export type ForeignActions = Readonly<Record<string, Translation>>;

/** "Long Press", "long_press" and "LongPress" are one name. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]/g, "");

function nearest(actions: ForeignActions, name: string): string | undefined {
  const names = Object.keys(actions);
  const sameThing = names.find((known) => plain(actions[known]?.ours ?? "") === plain(name));
  return sameThing ?? nearestName(name.slice(0, 60), names, 3);
}

function unknownAction(actions: ForeignActions, name: string): DroverError {
  const suggestion = nearest(actions, name);
  const shown = name.slice(0, 60).toWellFormed();
  return new DroverError(
    "ValidationError",
    `There is no action '${shown}'.${suggestion === undefined ? "" : ` Did you mean '${suggestion}'?`} Allowed: ${Object.keys(actions).join(", ")}.`,
    { details: { field: "action", value: shown, suggestion: suggestion ?? null } },
  );
}

/**
 * One of our actions for one of the model's.
 * @throws ValidationError, for an unknown one with the nearest of the model's own; CoordinateOutOfRange
 */
export function translate(actions: ForeignActions, given: Given): GivenAction {
  const name = Object.keys(actions).find((known) => plain(known) === plain(given.name));
  const translation = name === undefined ? undefined : actions[name];
  if (translation === undefined) throw unknownAction(actions, given.name);
  return { action: translation.ours, ...translation.with(given) };
}

/** Keys of other names for ours. */
const keyNames: Readonly<Record<string, string>> = {
  backspace: "delete",
  del: "delete",
  return: "enter",
  esc: "escape",
};
const ownActions: Readonly<Record<string, string>> = {
  back: "back",
  home: "home",
  menu: "recent",
  recent: "recent",
  recents: "recent",
  app_switch: "recent",
};

/** A key by any of its names, `KEYCODE_` before it or not. Some keys are actions of their own. */
export function pressed(name: string): GivenAction {
  const key = name
    .trim()
    .toLowerCase()
    .replace(/^keycode_/, "");
  if (Object.hasOwn(ownActions, key)) return { action: ownActions[key] ?? key };
  return { action: "key", key: Object.hasOwn(keyNames, key) ? keyNames[key] : key };
}

/** The end of a job as most of these models say it: done, with the answer if there is one. */
export function finished(answer: string | undefined): Readonly<Record<string, unknown>> {
  return { status: "success", ...(answer === undefined ? {} : { answer: answer.trim() }) };
}
