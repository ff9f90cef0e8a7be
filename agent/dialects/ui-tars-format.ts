import { mostActions } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type Call, parseCall } from "../replies/call-grammar.ts";
import {
  type ForeignActions,
  finished,
  Given,
  pressed,
  type ReadPlace,
  to,
  translate,
} from "../replies/foreign-actions.ts";
import { safetyWords } from "../replies/safety-words.ts";
import { tagged } from "../replies/tagged-text.ts";
import { literal, type WriteText, writeText } from "../replies/write-action.ts";
import type { CoordinateSpace } from "../targets/coordinate-space.ts";
import type { ReadText, TextFormat } from "./text-format.ts";

const start = ["start_box", "start_point", "point"] as const;
const end = ["end_box", "end_point"] as const;
const hasAny = (given: Given, fields: readonly string[]): boolean => fields.some((field) => given.has(field));

/** A line break at the end of what is typed asks for enter. */
function typing(given: Given): Readonly<Record<string, unknown>> {
  const content = given.text("content");
  const text = content.replace(/\n{1,8}$/, "");
  return text === content ? { text } : { text, submit: true };
}

function scrolling(given: Given): Readonly<Record<string, unknown>> {
  // From one place to another it is a swipe.
  if (hasAny(given, end)) return { action: "swipe", start: given.point(...start), end: given.point(...end) };
  const direction = given.oneOf("direction", ["up", "down", "left", "right"]);
  return hasAny(given, start) ? { direction, coordinate: given.point(...start) } : { direction };
}

/** The project's action space for phones, with the names of both its versions. */
const actions: ForeignActions = {
  click: to("tap", (given) => ({ coordinate: given.point(...start) })),
  double_click: to("double_tap", (given) => ({ coordinate: given.point(...start) })),
  long_press: to("long_press", (given) => ({ coordinate: given.point(...start) })),
  type: to("type", typing),
  scroll: to("scroll", scrolling),
  drag: to("drag", (given) => ({ start: given.point(...start), end: given.point(...end) })),
  open_app: to("open_app", (given) => ({ app: given.text("app_name") })),
  press_home: to("home"),
  press_back: to("back"),
  press_enter: to("key", () => pressed("enter")),
  hotkey: to("key", (given) => pressed(given.text("key"))),
  wait: to("wait", () => ({ duration: 5_000 })),
  call_user: to("ask_user", (given) => ({ question: given.optionalText("content") ?? given.thinking })),
  finished: to("FINISH", (given) => finished(given.optionalText("content"))),
};

const labels = /^(?:Reflection|Action_Summary|Thought):[ \t]*/gm;
const anotherCall = /^\s{0,64}[A-Za-z_]\w{0,63}\s{0,8}\(/;
/** One more than a turn may have: too many are refused, not cut. */
const mostRead = mostActions + 1;

function thinkingIn(before: string): string {
  const thought = tagged(before, "think");
  const said = thought === undefined ? before : `${thought.inside}\n${thought.after}`;
  return said.replaceAll(labels, "").trim();
}

/** `Thought: … Action: click(start_box='(x,y)')`; several calls stand below each other. */
function read(text: string, place: ReadPlace): ReadText {
  const at = text.lastIndexOf("Action:");
  if (at < 0) {
    throw new DroverError("ValidationError", "The reply has no line 'Action: …'.", {
      details: { field: "Action", value: text.slice(0, 500).toWellFormed() },
    });
  }
  const thinking = thinkingIn(text.slice(0, at));
  const calls: Call[] = [];
  let left = text.slice(at + "Action:".length);
  do {
    const { call, rest } = parseCall(left);
    calls.push(call);
    left = rest;
  } while (calls.length < mostRead && anotherCall.test(left));
  return {
    thinking,
    actions: calls.map(({ name, parameters }) =>
      translate(actions, new Given(name, parameters, { thinking, place })),
    ),
  };
}

const system = `You operate an Android phone to carry out a task. You are told the task and what was done so far, and are shown a picture of the screen as it is now. Say the next action.

## Output Format
Thought: a small plan, then the next action and its target in one sentence
Action: one call of the action space

## Action Space
click(start_box='(x,y)')
long_press(start_box='(x,y)')
type(content='') # into the focused field; ends with "\\n" to submit
scroll(start_box='(x,y)', direction='down or up or right or left') # shows what is further on that side
drag(start_box='(x1,y1)', end_box='(x2,y2)')
open_app(app_name='')
press_home()
press_back()
wait()
finished(content='') # the task is done; content is the answer if it asks for one. Escape \\', \\" and \\n in it

## Note
${safetyWords}`;

const writings: Readonly<Record<string, WriteText>> = {
  tap: (_, point) => `click(start_box='(${point("coordinate")})')`,
  double_tap: (_, point) => `double_click(start_box='(${point("coordinate")})')`,
  long_press: (_, point) => `long_press(start_box='(${point("coordinate")})')`,
  type: ({ text, submit }) => `type(content=${literal(submit === true ? `${text}\n` : text)})`,
  scroll: ({ direction, coordinate }, point) =>
    `scroll(${coordinate === undefined ? "" : `start_box='(${point("coordinate")})', `}direction='${direction}')`,
  swipe: (_, point) => `scroll(start_box='(${point("start")})', end_box='(${point("end")})')`,
  drag: (_, point) => `drag(start_box='(${point("start")})', end_box='(${point("end")})')`,
  open_app: ({ app }) => `open_app(app_name=${literal(app)})`,
  home: () => "press_home()",
  back: () => "press_back()",
  recent: () => "hotkey(key='recent')",
  key: ({ key }) => `hotkey(key=${literal(key)})`,
  wait: () => "wait()",
  FINISH: ({ answer }) => `finished(content=${literal(answer)})`,
};

/**
 * github.com/bytedance/UI-TARS. Version 1.5 answers in pixels of its resized picture, version 1.0 in thousandths; what they
 * write is the same.
 */
export const uiTarsFormat = (space: CoordinateSpace): TextFormat => ({
  space,
  system,
  read,
  write: (action, place) => `Action: ${writeText(writings, action, place)}`,
});
