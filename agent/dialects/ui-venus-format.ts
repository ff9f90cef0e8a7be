import { DroverError } from "#shared/errors/drover-error.ts";
import { parseCall } from "../replies/call-grammar.ts";
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
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import type { ReadText, TextFormat } from "./text-format.ts";

/** Two points are a swipe of the finger; a direction alone says what is to be seen. */
const scrolling = (given: Given): Readonly<Record<string, unknown>> =>
  given.has("start") && given.has("end")
    ? { action: "swipe", start: given.point("start"), end: given.point("end") }
    : { direction: given.oneOf("direction", ["up", "down", "left", "right"]) };

/** It answers the user by the same action as it asks: only a question is one. */
function calling(given: Given): Readonly<Record<string, unknown>> {
  const content = given.text("content");
  return /[?？]\s*$/.test(content.slice(-20))
    ? { action: "ask_user", question: content }
    : { action: "FINISH", ...finished(content) };
}

const launching = (given: Given): Readonly<Record<string, unknown>> => {
  const url = given.optionalText("url");
  return url === undefined ? { app: given.text("app") } : { action: "open_url", url };
};

/** The project's actions on phones (github.com/inclusionAI/UI-Venus, from version 1.5). */
const actions: ForeignActions = {
  Click: to("tap", (given) => ({ coordinate: given.point("box") })),
  LongPress: to("long_press", (given) => ({ coordinate: given.point("box") })),
  DoubleClick: to("double_tap", (given) => ({ coordinate: given.point("box") })),
  Drag: to("drag", (given) => ({ start: given.point("start"), end: given.point("end") })),
  Scroll: to("scroll", scrolling),
  Type: to("type", (given) => ({ text: given.text("content") })),
  Launch: to("open_app", launching),
  Wait: to("wait", () => ({ duration: 1_000 })),
  Finished: to("FINISH", (given) => finished(given.optionalText("content"))),
  CallUser: to("ask_user", calling),
  PressBack: to("back"),
  PressHome: to("home"),
  PressEnter: to("key", () => pressed("enter")),
  PressRecent: to("recent"),
};

/** `<think>…</think><action>Click(box=(x,y))</action><conclusion>…</conclusion>` */
function read(text: string, place: ReadPlace): ReadText {
  const thought = tagged(text, "think");
  const said = tagged(thought?.after ?? text, "action");
  if (said === undefined) {
    throw new DroverError("ValidationError", "The reply has no <action>…</action>.", {
      details: { field: "action", value: text.slice(0, 500).toWellFormed() },
    });
  }
  const conclusion = tagged(said.after, "conclusion")?.inside ?? "";
  const thinking = [thought?.inside ?? said.before, conclusion]
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join("\n");
  const { name, parameters } = parseCall(said.inside).call;
  return { thinking, actions: [translate(actions, new Given(name, parameters, { thinking, place }))] };
}

const system = `You are a GUI agent on an Android phone. You are told the task and the previous actions, and are shown a picture of the screen as it is now. Decide on the next action.

### Available Actions
Points run from (0,0), the top left corner, to (999,999), the bottom right one.
Click(box=(x1,y1))
LongPress(box=(x1,y1))
Drag(start=(x1,y1), end=(x2,y2))
Scroll(start=(x1,y1), end=(x2,y2), direction='down/up/right/left')
Type(content='') # the field must have the focus
Launch(app='')
Wait()
PressBack()
PressHome()
PressEnter()
PressRecent()
Finished(content='') # every part of the task is done; content is the answer if it asks for one

### Output Format
<think>your reasoning</think>
<action>one action</action>
<conclusion>what the action does, in one sentence</conclusion>

### Note
${safetyWords}`;

const writings: Readonly<Record<string, WriteText>> = {
  tap: (_, point) => `Click(box=(${point("coordinate")}))`,
  long_press: (_, point) => `LongPress(box=(${point("coordinate")}))`,
  double_tap: (_, point) => `DoubleClick(box=(${point("coordinate")}))`,
  drag: (_, point) => `Drag(start=(${point("start")}), end=(${point("end")}))`,
  swipe: (_, point) => `Scroll(start=(${point("start")}), end=(${point("end")}))`,
  scroll: ({ direction }) => `Scroll(direction='${direction}')`,
  type: ({ text }) => `Type(content=${literal(text)})`,
  open_app: ({ app }) => `Launch(app=${literal(app)})`,
  open_url: ({ url }) => `Launch(url=${literal(url)})`,
  wait: () => "Wait()",
  back: () => "PressBack()",
  home: () => "PressHome()",
  recent: () => "PressRecent()",
  key: ({ key }) => (key === "enter" ? "PressEnter()" : JSON.stringify({ action: "key", key })),
  FINISH: ({ answer }) => `Finished(content=${literal(answer)})`,
};

/** UI-Venus 1.5 and 2: told of 0 to 999, divided by 1000. */
export const uiVenusFormat: TextFormat = {
  space: coordinateSpaces.thousand,
  system,
  read,
  write: (action, place) => `<action>${writeText(writings, action, place)}</action>`,
};
