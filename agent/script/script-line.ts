import { factsOf } from "#shared/actions/built-in-actions.ts";
import type { Selector } from "#shared/contracts/agent/selector.ts";
import type { RecordedAction, ScreenCheck } from "#shared/contracts/step/recording.ts";
import type { ScriptLine, ScriptLineKind, ScriptTarget } from "#shared/contracts/step/script.ts";
import { defined } from "#shared/values/defined.ts";

/** What a line is about, as it is written in it; undefined: it is about no element. */
export function targetOf(line: ScriptLine): ScriptTarget | undefined {
  return line.tap ?? line.double_tap ?? line.long_press ?? line.type?.into ?? line.scroll?.in ?? line.do?.on;
}

/** The line about another element. */
export function withTarget(line: ScriptLine, target: ScriptTarget): ScriptLine {
  if (line.type !== undefined) return { type: { ...line.type, into: target } };
  if (line.scroll !== undefined) return { scroll: { ...line.scroll, in: target } };
  if (line.do !== undefined) return { do: { ...line.do, on: target } };
  const kind = (["tap", "double_tap", "long_press"] as const).find((name) => line[name] !== undefined);
  return kind === undefined ? line : { [kind]: target };
}

export const selectorFrom = (target: ScriptTarget): Selector =>
  typeof target === "string" ? { text: target } : target;

type LineOf<Kind extends ScriptLineKind> = NonNullable<ScriptLine[Kind]>;
interface Done {
  readonly actions: readonly RecordedAction[];
  readonly check?: ScreenCheck;
}

const acting = (
  action: string,
  parameters: object = {},
  target?: ScriptTarget,
  within?: RecordedAction["within"],
): Done => ({
  actions: [
    {
      action: { action, ...parameters },
      ...defined({ target: target === undefined ? undefined : selectorFrom(target), within }),
    },
  ],
});
const checking = (check: ScreenCheck): Done => ({ actions: [], check });

type Given = RecordedAction["action"];
interface LineForm<Line> {
  does(given: Line): Done;
  /** What is in the line for an action that has it as its script form; undefined: only `do` can say all of it. */
  says?(given: Given, on: ScriptTarget | undefined): Line | undefined;
}

/** A line that says one parameter of an action. */
const saying = <Line>(action: string, parameter: string): LineForm<Line> => ({
  does: (value) => acting(action, { [parameter]: value }),
  says: (given) => given[parameter] as Line,
});
const pointing = (action: string): LineForm<ScriptTarget> => ({
  does: (target) => acting(action, {}, target),
  says: (_, on) => on,
});

/** Each kind of line: what it does, and how it says an action. A kind without an entry does not compile. */
const forms: { readonly [Kind in ScriptLineKind]: LineForm<LineOf<Kind>> } = {
  open_app: saying("open_app", "app"),
  open_url: saying("open_url", "url"),
  tap: pointing("tap"),
  double_tap: pointing("double_tap"),
  long_press: pointing("long_press"),
  type: {
    does: ({ into, text, secret, clear, submit }) =>
      secret === undefined
        ? acting("type", defined({ text, clear, submit }), into)
        : acting("type_secret", defined({ secret, clear, submit }), into),
    says: ({ action: _, ...given }, into) =>
      given.coordinate === undefined ? { ...given, ...defined({ into }) } : undefined,
  },
  scroll: {
    does: ({ direction, in: list }) => acting("scroll", { direction }, list),
    says: ({ direction, coordinate }, list) =>
      coordinate === undefined ? { direction: direction as "down", ...defined({ in: list }) } : undefined,
  },
  press: { does: (key) => acting(key), says: ({ action }) => action as "back" },
  wait: saying("wait", "duration"),
  remember: saying("remember", "note"),
  expect: { does: (target) => checking({ shows: selectorFrom(target) }) },
  expect_not: { does: (target) => checking({ hides: selectorFrom(target) }) },
  expect_app: { does: (app) => checking({ app }) },
  do: { does: ({ action, on, within, with: parameters }) => acting(action, parameters, on, within) },
};

/** The line that does a recorded action again. */
export function scriptLineOf({ action: given, target, name, within }: RecordedAction): ScriptLine {
  const { action, ...parameters } = given;
  const on = name ?? target;
  const { script: kind = "do" } = factsOf(action);
  const said = forms[kind].says?.(given, on);
  return said === undefined
    ? { do: { action, with: parameters, ...defined({ on, within }) } }
    : { [kind]: said };
}

/** What the line does, in the form of a recorded step. */
export function meaningOf(line: ScriptLine): Done {
  for (const [kind, given] of Object.entries(line)) {
    const form = forms[kind as ScriptLineKind] as LineForm<unknown>;
    if (given !== undefined) return form.does(given);
  }
  return { actions: [] };
}
