import { type ForeignActions, finished, type Given, pressed, to } from "../replies/foreign-actions.ts";
import { safetyWords } from "../replies/safety-words.ts";
import { type Write, writeFields } from "../replies/write-action.ts";
import type { CoordinateSpace } from "../targets/coordinate-space.ts";
import { readMobileUse, writeMobileUse } from "./mobile-use-reply.ts";
import type { TextFormat } from "./text-format.ts";

const ending = (given: Given): Readonly<Record<string, unknown>> =>
  given.oneOf("status", ["success", "failure"]) === "success"
    ? finished(given.optionalText("text"))
    : { status: "failure", summary: given.optionalText("text") ?? given.thinking };

/** The function `mobile_use` of Qwen-VL and GUI-Owl. */
const actions: ForeignActions = {
  click: to("tap", (given) => ({ coordinate: given.point("coordinate") })),
  long_press: to("long_press", (given) => ({
    coordinate: given.point("coordinate"),
    ...(given.has("time") ? { duration: given.milliseconds("time", 1) } : {}),
  })),
  swipe: to("swipe", (given) => ({ start: given.point("coordinate"), end: given.point("coordinate2") })),
  type: to("type", (given) => ({ text: given.text("text") })),
  key: to("key", (given) => pressed(given.text("text"))),
  system_button: to("key", (given) => pressed(given.text("button"))),
  open: to("open_app", (given) => ({ app: given.text("text") })),
  wait: to("wait", (given) => ({ duration: given.milliseconds("time", 2) })),
  answer: to("FINISH", (given) => finished(given.text("text"))),
  interact: to("ask_user", (given) => ({ question: given.optionalText("text") ?? given.thinking })),
  terminate: to("FINISH", ending),
};

/** In our words; names, parameters and their order are the function's own. */
const schema = {
  type: "function",
  function: {
    name: "mobile_use",
    description: "Operate a phone by its touchscreen. Aim at the middle of what you touch.",
    parameters: {
      type: "object",
      properties: {
        action: {
          type: "string",
          enum: Object.keys(actions).filter((name) => name !== "interact"),
          description:
            "key: press a key named by text, for example volume_up · click · long_press: for time seconds · swipe: from coordinate to coordinate2 · type: text into the focused field · system_button: press button · open: the app named by text · wait: time seconds · answer: end the task with text as its answer · terminate: end the task with status",
        },
        coordinate: { type: "array", description: "[x, y] for click, long_press and swipe" },
        coordinate2: { type: "array", description: "[x, y], the end of swipe" },
        text: { type: "string", description: "for key, type, open and answer" },
        time: { type: "number", description: "seconds, for long_press and wait" },
        button: { type: "string", enum: ["Back", "Home", "Menu", "Enter"], description: "for system_button" },
        status: { type: "string", enum: ["success", "failure"], description: "for terminate" },
      },
      required: ["action"],
    },
  },
};

const system = `You operate an Android phone to carry out a task. You are told the task and what was done so far, and are shown a picture of the screen as it is now. Make the next call.

# Tools
<tools>
${JSON.stringify(schema)}
</tools>

# Response format
Thought: one sentence on the next move
Action: what to do, in a short imperative
<tool_call>
{"name": "mobile_use", "arguments": <args-json-object>}
</tool_call>

${safetyWords}`;

const writings: Readonly<Record<string, Write>> = {
  tap: (_, point) => ({ action: "click", coordinate: point("coordinate") }),
  long_press: ({ duration }, point) => ({
    action: "long_press",
    coordinate: point("coordinate"),
    ...(typeof duration === "number" ? { time: duration / 1_000 } : {}),
  }),
  swipe: (_, point) => ({ action: "swipe", coordinate: point("start"), coordinate2: point("end") }),
  type: ({ text }) => ({ action: "type", text }),
  key: ({ key }) => ({ action: "key", text: key }),
  back: () => ({ action: "system_button", button: "Back" }),
  home: () => ({ action: "system_button", button: "Home" }),
  recent: () => ({ action: "system_button", button: "Menu" }),
  open_app: ({ app }) => ({ action: "open", text: app }),
  wait: ({ duration }) => ({ action: "wait", time: Number(duration) / 1_000 }),
  FINISH: ({ status, answer }) =>
    answer === undefined ? { action: "terminate", status } : { action: "answer", text: answer },
};

/** Qwen3-VL and GUI-Owl 1.5 answer in thousandths; Qwen2.5-VL and GUI-Owl 1 in pixels of their resized picture. */
export const mobileUseFormat = (space: CoordinateSpace): TextFormat => ({
  space,
  system,
  read: (text, place) => readMobileUse(text, actions, place),
  write: (action, place) => writeMobileUse(writeFields(writings, action, place)),
});
