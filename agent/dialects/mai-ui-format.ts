import { type ForeignActions, finished, type Given, pressed, to } from "../replies/foreign-actions.ts";
import { safetyWords } from "../replies/safety-words.ts";
import { type Write, writeFields } from "../replies/write-action.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import { readMobileUse, writeMobileUse } from "./mobile-use-reply.ts";
import type { TextFormat } from "./text-format.ts";

/** It names the way of the finger, we what is to be seen. */
const opposite = { up: "down", down: "up", left: "right", right: "left" } as const;
type Direction = keyof typeof opposite;
const directions = Object.keys(opposite) as readonly Direction[];

const swiping = (given: Given): Readonly<Record<string, unknown>> => ({
  direction: opposite[given.oneOf("direction", directions)],
  ...(given.has("coordinate") ? { coordinate: given.point("coordinate") } : {}),
});

const ending = (given: Given): Readonly<Record<string, unknown>> =>
  given.oneOf("status", ["success", "fail", "failure"]) === "success"
    ? finished(undefined)
    : { status: "failure", summary: given.thinking };

/** The action space of MAI-UI's navigation agent (github.com/Tongyi-MAI/MAI-UI). */
const actions: ForeignActions = {
  click: to("tap", (given) => ({ coordinate: given.point("coordinate") })),
  double_click: to("double_tap", (given) => ({ coordinate: given.point("coordinate") })),
  long_press: to("long_press", (given) => ({ coordinate: given.point("coordinate") })),
  type: to("type", (given) => ({ text: given.text("text") })),
  swipe: to("scroll", swiping),
  drag: to("drag", (given) => ({
    start: given.point("start_coordinate"),
    end: given.point("end_coordinate"),
  })),
  open: to("open_app", (given) => ({ app: given.text("text") })),
  system_button: to("key", (given) => pressed(given.text("button"))),
  wait: to("wait", () => ({ duration: 1_000 })),
  terminate: to("FINISH", ending),
  answer: to("FINISH", (given) => finished(given.text("text"))),
  ask_user: to("ask_user", (given) => ({ question: given.text("text") })),
};

const system = `You are a GUI agent on an Android phone. You are told the task and what was done so far, and are shown a picture of the screen as it is now. Perform the next action.

## Output Format
<thinking>
a small plan, then the next action and its target in one sentence
</thinking>
<tool_call>
{"name": "mobile_use", "arguments": <args-json-object>}
</tool_call>

## Action Space
{"action": "click", "coordinate": [x, y]}
{"action": "double_click", "coordinate": [x, y]}
{"action": "long_press", "coordinate": [x, y]}
{"action": "type", "text": ""} # into the focused field
{"action": "swipe", "direction": "up or down or left or right", "coordinate": [x, y]} # the way of the finger; coordinate only to swipe one element
{"action": "open", "text": "app_name"} # faster than looking for its icon
{"action": "drag", "start_coordinate": [x1, y1], "end_coordinate": [x2, y2]}
{"action": "system_button", "button": "button_name"} # back, home, menu, enter
{"action": "wait"}
{"action": "terminate", "status": "success or fail"}
{"action": "answer", "text": "xxx"} # ends the task with the answer that it asks for

## Note
${safetyWords}`;

const writings: Readonly<Record<string, Write>> = {
  tap: (_, point) => ({ action: "click", coordinate: point("coordinate") }),
  double_tap: (_, point) => ({ action: "double_click", coordinate: point("coordinate") }),
  long_press: (_, point) => ({ action: "long_press", coordinate: point("coordinate") }),
  type: ({ text }) => ({ action: "type", text }),
  scroll: ({ direction, coordinate }, point) => ({
    action: "swipe",
    direction: opposite[direction as Direction],
    ...(coordinate === undefined ? {} : { coordinate: point("coordinate") }),
  }),
  drag: (_, point) => ({
    action: "drag",
    start_coordinate: point("start"),
    end_coordinate: point("end"),
  }),
  open_app: ({ app }) => ({ action: "open", text: app }),
  key: ({ key }) => ({ action: "system_button", button: key }),
  back: () => ({ action: "system_button", button: "back" }),
  home: () => ({ action: "system_button", button: "home" }),
  recent: () => ({ action: "system_button", button: "menu" }),
  wait: () => ({ action: "wait" }),
  FINISH: ({ status, answer }) =>
    answer === undefined
      ? { action: "terminate", status: status === "success" ? "success" : "fail" }
      : { action: "answer", text: answer },
};

export const maiUiFormat: TextFormat = {
  space: coordinateSpaces[999],
  system,
  read: (text, place) => readMobileUse(text, actions, place),
  write: (action, place) => writeMobileUse(writeFields(writings, action, place)),
};
