import { DroverError } from "#shared/errors/drover-error.ts";
import { parseCall } from "../replies/call-grammar.ts";
import {
  type ForeignActions,
  finished,
  Given,
  type ReadPlace,
  to,
  translate,
} from "../replies/foreign-actions.ts";
import { safetyWords } from "../replies/safety-words.ts";
import { tagged } from "../replies/tagged-text.ts";
import { literal, type WriteText, writeText } from "../replies/write-action.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import type { ReadText, TextFormat } from "./text-format.ts";

/** The project's own host empties the field before it types, and the model counts on it. */
const typing = (given: Given): Readonly<Record<string, unknown>> => ({
  text: given.text("text"),
  clear: true,
});

const asking = (given: Given): Readonly<Record<string, unknown>> => ({
  question: given.optionalText("message") ?? given.thinking,
});

/** Some say only that there is something to note ("True"): the thought says what. */
function noting(given: Given): Readonly<Record<string, unknown>> {
  const message = given.optionalText("message");
  const note = message === undefined || message === "True" ? given.thinking : message;
  return { note: note.slice(0, 500).toWellFormed() };
}

/** `do(action="…")` of Open-AutoGLM, and `finish(message=…)`. */
const actions: ForeignActions = {
  Launch: to("open_app", (given) => ({ app: given.text("app") })),
  Tap: to("tap", (given) => ({ coordinate: given.point("element") })),
  Type: to("type", typing),
  Type_Name: to("type", typing),
  Swipe: to("swipe", (given) => ({ start: given.point("start"), end: given.point("end") })),
  "Long Press": to("long_press", (given) => ({ coordinate: given.point("element") })),
  "Double Tap": to("double_tap", (given) => ({ coordinate: given.point("element") })),
  Back: to("back"),
  Home: to("home"),
  Wait: to("wait", (given) => ({ duration: given.milliseconds("duration", 1) })),
  Note: to("remember", noting),
  Take_over: to("ask_user", asking),
  Interact: to("ask_user", asking),
  finish: to("FINISH", (given) => finished(given.optionalText("message"))),
};

/** Where the call stands: in its tag, else where it begins. */
function parts(text: string): { thinking: string; call: string } {
  const answer = tagged(text, "answer");
  const at = answer === undefined ? text.search(/\b(?:do|finish)\((?:action|message)=/) : -1;
  const call = answer?.inside ?? (at < 0 ? undefined : text.slice(at));
  if (call === undefined) {
    throw new DroverError("ValidationError", "The reply has no <answer>…</answer> with do(…) or finish(…).", {
      details: { field: "answer", value: text.slice(0, 500).toWellFormed() },
    });
  }
  const before = answer?.before ?? text.slice(0, at);
  return { thinking: before.replaceAll(/<\/?think>/g, "").trim(), call };
}

function read(text: string, place: ReadPlace): ReadText {
  const { thinking, call } = parts(text);
  const { name, parameters } = parseCall(call).call;
  // do() says in a parameter what it does.
  const does = name === "do" ? parameters.action : name;
  const given = new Given(typeof does === "string" ? does : name, parameters, { thinking, place });
  return { thinking, actions: [translate(actions, given)] };
}

const system = `You operate an Android phone to carry out a task. You are told the task and what was done so far, and are shown a picture of the screen as it is now. Look whether the last operation worked, then say the next one.

Answer in exactly this form:
<think>why this operation, briefly</think>
<answer>one operation</answer>

Operations; points run from (0,0), the top left corner, to (999,999), the bottom right one:
do(action="Launch", app="xxx") starts an app, faster than from the home screen
do(action="Tap", element=[x,y])
do(action="Type", text="xxx") types into the focused field; what it held is removed first
do(action="Swipe", start=[x1,y1], end=[x2,y2]) drags from one point to the other: scrolls, turns pages
do(action="Long Press", element=[x,y])
do(action="Double Tap", element=[x,y])
do(action="Back")
do(action="Home")
do(action="Wait", duration="x seconds")
do(action="Note", message="xxx") keeps what you read for later: old screens are gone
finish(message="xxx") ends the task when every part of it is done; message is the answer if it asks for one

${safetyWords}`;

const writings: Readonly<Record<string, WriteText>> = {
  open_app: ({ app }) => `do(action="Launch", app=${literal(app, '"')})`,
  tap: (_, point) => `do(action="Tap", element=[${point("coordinate")}])`,
  type: ({ text }) => `do(action="Type", text=${literal(text, '"')})`,
  swipe: (_, point) => `do(action="Swipe", start=[${point("start")}], end=[${point("end")}])`,
  long_press: (_, point) => `do(action="Long Press", element=[${point("coordinate")}])`,
  double_tap: (_, point) => `do(action="Double Tap", element=[${point("coordinate")}])`,
  back: () => `do(action="Back")`,
  home: () => `do(action="Home")`,
  wait: ({ duration }) => `do(action="Wait", duration="${Number(duration) / 1_000} seconds")`,
  remember: ({ note }) => `do(action="Note", message=${literal(note, '"')})`,
  FINISH: ({ answer }) => `finish(message=${literal(answer, '"')})`,
};

/** Open-AutoGLM. The model is told of 0 to 999 and its host divides by 1000. */
export const autoglmFormat: TextFormat = {
  space: coordinateSpaces.thousand,
  system,
  read,
  write: (action, place) => `<answer>${writeText(writings, action, place)}</answer>`,
};
