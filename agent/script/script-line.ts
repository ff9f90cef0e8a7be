import type { RecordedAction, ScreenCheck } from "#shared/contracts/agent/recording.ts";
import type { Selector } from "#shared/contracts/agent/selector.ts";
import type { ScriptLine, ScriptLineKind, ScriptTarget } from "#shared/contracts/job/script.ts";
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

/** What each kind of line does. A kind without an entry does not compile. */
const meanings: { readonly [Kind in ScriptLineKind]: (given: LineOf<Kind>) => Done } = {
  open_app: (app) => acting("open_app", { app }),
  open_url: (url) => acting("open_url", { url }),
  tap: (target) => acting("tap", {}, target),
  double_tap: (target) => acting("double_tap", {}, target),
  long_press: (target) => acting("long_press", {}, target),
  type: ({ into, text, secret, clear, submit }) =>
    secret === undefined
      ? acting("type", defined({ text, clear, submit }), into)
      : acting("type_secret", defined({ secret, clear, submit }), into),
  scroll: ({ direction, in: list }) => acting("scroll", { direction }, list),
  press: (key) => acting(key),
  wait: (duration) => acting("wait", { duration }),
  remember: (note) => acting("remember", { note }),
  expect: (target) => checking({ shows: selectorFrom(target) }),
  expect_not: (target) => checking({ hides: selectorFrom(target) }),
  expect_app: (app) => checking({ app }),
  do: ({ action, on, within, with: parameters }) => acting(action, parameters, on, within),
};

/** What the line does, in the form of a recorded step. */
export function meaningOf(line: ScriptLine): Done {
  for (const [kind, given] of Object.entries(line)) {
    const meaning = meanings[kind as ScriptLineKind] as (given: unknown) => Done;
    if (given !== undefined) return meaning(given);
  }
  return { actions: [] };
}
