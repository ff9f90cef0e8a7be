import { describe, expect, it } from "vitest";
import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { readReply } from "./read-reply.ts";

/** Replies in the forms that the projects publish, for a picture of 1000x2000 pixels. */
type Vector = readonly [reply: string, action: Readonly<Record<string, unknown>>];

const mobileUse = (given: Readonly<Record<string, unknown>>, name = "mobile_use"): string =>
  `Thought: so\nAction: that\n<tool_call>\n${JSON.stringify({ name, arguments: given })}\n</tool_call>`;
const mai = (given: Readonly<Record<string, unknown>>): string =>
  `<thinking>\nso that\n</thinking>\n<tool_call>\n${JSON.stringify({ name: "mobile_use", arguments: given })}\n</tool_call>`;
const glm = (call: string): string => `<think>so that</think>\n<answer>${call}</answer>`;
const venus = (call: string): string =>
  `<think>so</think>\n<action>${call}</action>\n<conclusion>that</conclusion>`;
const tars = (call: string): string => `Thought: so that\nAction: ${call}`;

const vectors: Readonly<Partial<Record<ReplyDialect, readonly Vector[]>>> = {
  "thinking-tool-call": [
    [
      '<thinking>so that</thinking><tool_call>{"action": "tap", "coordinate": [0.5, 0.3]}</tool_call>',
      { action: "tap", coordinate: [0.5, 0.3] },
    ],
    [
      '<tool_call>{"action": "swipe", "start": [0.5, 0.8], "end": [0.5, 0.2]}</tool_call>',
      { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2] },
    ],
    ['<tool_call>{"action": "FINISH"}</tool_call>', { action: "FINISH", status: "success" }],
  ],
  "element-json": [
    ['{"thinking": "so that", "action": "tap", "element": 3}', { action: "tap", element: 3 }],
    ['```json\n{"action": "back"}\n```', { action: "back" }],
    [
      '{"thinking": "so that", "action": "FINISH", "status": "success", "answer": "7"}',
      { action: "FINISH", status: "success", answer: "7" },
    ],
  ],
  "mai-ui": [
    [mai({ action: "click", coordinate: [999, 0] }), { action: "tap", coordinate: [1, 0] }],
    [mai({ action: "click", coordinate: [0, 0, 999, 999] }), { action: "tap", coordinate: [0.5, 0.5] }],
    [mai({ action: "long_press", coordinate: [0, 999] }), { action: "long_press", coordinate: [0, 1] }],
    [mai({ action: "double_click", coordinate: [0, 0] }), { action: "double_tap", coordinate: [0, 0] }],
    [mai({ action: "type", text: "hi" }), { action: "type", text: "hi" }],
    // The way of the finger: up shows what is further down.
    [mai({ action: "swipe", direction: "up" }), { action: "scroll", direction: "down" }],
    [
      mai({ action: "swipe", direction: "left", coordinate: [999, 999] }),
      { action: "scroll", direction: "right", coordinate: [1, 1] },
    ],
    [
      mai({ action: "drag", start_coordinate: [0, 0], end_coordinate: [999, 999] }),
      { action: "drag", start: [0, 0], end: [1, 1] },
    ],
    [mai({ action: "open", text: "Clock" }), { action: "open_app", app: "Clock" }],
    [mai({ action: "system_button", button: "back" }), { action: "back" }],
    [mai({ action: "system_button", button: "enter" }), { action: "key", key: "enter" }],
    [mai({ action: "wait" }), { action: "wait", duration: 1000 }],
    [mai({ action: "terminate", status: "success" }), { action: "FINISH", status: "success" }],
    [
      mai({ action: "terminate", status: "fail" }),
      { action: "FINISH", status: "infeasible", summary: "so that" },
    ],
    [mai({ action: "answer", text: "42" }), { action: "FINISH", status: "success", answer: "42" }],
    // A thinking model leaves the opening tag to its chat template.
    [
      'so that</think>\n<tool_call>{"name":"mobile_use","arguments":{"action":"wait"}}</tool_call>',
      { action: "wait", duration: 1000 },
    ],
  ],
  "ui-tars-1.0": [
    [tars("click(start_box='(177,549)')"), { action: "tap", coordinate: [0.177, 0.549] }],
    [
      tars("click(start_box='<|box_start|>(250,500)<|box_end|>')"),
      { action: "tap", coordinate: [0.25, 0.5] },
    ],
    [
      tars("scroll(start_box='(500,500)', direction='down')"),
      { action: "scroll", direction: "down", coordinate: [0.5, 0.5] },
    ],
    [
      tars("scroll(start_box='(500,800)', end_box='(500,200)')"),
      { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2] },
    ],
    [tars("hotkey(key='back')"), { action: "back" }],
    [tars("hotkey(key='backspace')"), { action: "key", key: "delete" }],
  ],
  "ui-tars": [
    // Pixels of the picture as Qwen2.5-VL resizes it: 1008x1988.
    [tars("click(start_box='(504,497)')"), { action: "tap", coordinate: [0.5, 0.25] }],
    [tars("click(point='<point>252 994</point>')"), { action: "tap", coordinate: [0.25, 0.5] }],
    [tars("long_press(start_box='(0,1988)', time='')"), { action: "long_press", coordinate: [0, 1] }],
    [
      tars("drag(start_point='<point>0 0</point>', end_point='<point>1008 1988</point>')"),
      { action: "drag", start: [0, 0], end: [1, 1] },
    ],
    [tars("type(content='it\\'s\\n')"), { action: "type", text: "it's", submit: true }],
    [tars("open_app(app_name='Clock')"), { action: "open_app", app: "Clock" }],
    [tars("press_home()"), { action: "home" }],
    [tars("press_back()"), { action: "back" }],
    [tars("wait()"), { action: "wait", duration: 5000 }],
    [tars("finished(content='42')"), { action: "FINISH", status: "success", answer: "42" }],
    [tars("finished(content='')"), { action: "FINISH", status: "success" }],
  ],
  autoglm: [
    [glm('do(action="Tap", element=[500,250])'), { action: "tap", coordinate: [0.5, 0.25] }],
    [
      glm('do(action="Tap", element=[500,250], message="important operation")'),
      { action: "tap", coordinate: [0.5, 0.25] },
    ],
    [glm('do(action="Type", text="say "hi"")'), { action: "type", text: 'say "hi"', clear: true }],
    [glm('do(action="Type_Name", text="Ann")'), { action: "type", text: "Ann", clear: true }],
    [
      glm('do(action="Swipe", start=[500,800], end=[500,200])'),
      { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2] },
    ],
    [glm('do(action="Long Press", element=[0,1000])'), { action: "long_press", coordinate: [0, 1] }],
    [glm('do(action="Double Tap", element=[0,0])'), { action: "double_tap", coordinate: [0, 0] }],
    [glm('do(action="Launch", app="Clock")'), { action: "open_app", app: "Clock" }],
    [glm('do(action="Back")'), { action: "back" }],
    [glm('do(action="Home")'), { action: "home" }],
    [glm('do(action="Wait", duration="3 seconds")'), { action: "wait", duration: 3000 }],
    [glm('do(action="Note", message="Room 12")'), { action: "remember", note: "Room 12" }],
    [glm('do(action="Note", message="True")'), { action: "remember", note: "so that" }],
    [glm('finish(message="Done.")'), { action: "FINISH", status: "success", answer: "Done." }],
    // Without the tags, which its host takes too.
    ['so that do(action="Back")', { action: "back" }],
  ],
  "mobile-use": [
    [mobileUse({ action: "click", coordinate: [500, 250] }), { action: "tap", coordinate: [0.5, 0.25] }],
    [
      mobileUse({ action: "long_press", coordinate: [0, 0], time: 2 }),
      { action: "long_press", coordinate: [0, 0], duration: 2000 },
    ],
    [
      mobileUse({ action: "swipe", coordinate: [500, 800], coordinate2: [500, 200] }),
      { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2] },
    ],
    [mobileUse({ action: "type", text: "hi" }), { action: "type", text: "hi" }],
    [mobileUse({ action: "open", text: "Clock" }), { action: "open_app", app: "Clock" }],
    [mobileUse({ action: "key", text: "volume_up" }), { action: "key", key: "volume_up" }],
    [mobileUse({ action: "key", text: "KEYCODE_BACK" }), { action: "back" }],
    [mobileUse({ action: "system_button", button: "Home" }), { action: "home" }],
    [mobileUse({ action: "system_button", button: "Menu" }), { action: "recent" }],
    [mobileUse({ action: "wait", time: 2 }), { action: "wait", duration: 2000 }],
    [mobileUse({ action: "answer", text: "42" }), { action: "FINISH", status: "success", answer: "42" }],
    [mobileUse({ action: "terminate", status: "success" }), { action: "FINISH", status: "success" }],
    [
      mobileUse({ action: "terminate", status: "failure" }),
      { action: "FINISH", status: "infeasible", summary: "so\nthat" },
    ],
  ],
  "mobile-use-pixels": [
    [mobileUse({ action: "click", coordinate: [504, 497] }), { action: "tap", coordinate: [0.5, 0.25] }],
  ],
  "ui-venus": [
    [venus("Click(box=(500, 250))"), { action: "tap", coordinate: [0.5, 0.25] }],
    [venus("LongPress(box=(0,1000))"), { action: "long_press", coordinate: [0, 1] }],
    [venus("Drag(start=(0,0), end=(1000,1000))"), { action: "drag", start: [0, 0], end: [1, 1] }],
    [
      venus("Scroll(start=(500,800), end=(500,200), direction='down')"),
      { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2] },
    ],
    [venus("Scroll(direction='down')"), { action: "scroll", direction: "down" }],
    [venus("Type(content='hi')"), { action: "type", text: "hi" }],
    [venus("Launch(app='Clock')"), { action: "open_app", app: "Clock" }],
    [venus("Launch(url='https://example.com')"), { action: "open_url", url: "https://example.com" }],
    [venus("Wait()"), { action: "wait", duration: 1000 }],
    [venus("PressBack()"), { action: "back" }],
    [venus("PressHome()"), { action: "home" }],
    [venus("PressEnter()"), { action: "key", key: "enter" }],
    [venus("PressRecent()"), { action: "recent" }],
    [venus("CallUser(content='42')"), { action: "FINISH", status: "success", answer: "42" }],
    [venus("CallUser(content='Which one?')"), { action: "ask_user", question: "Which one?" }],
    [venus("Finished(content='42')"), { action: "FINISH", status: "success", answer: "42" }],
  ],
};

describe.each(Object.entries(vectors))("the dialect %s", (name, replies) => {
  const dialect = name as ReplyDialect;

  it.each(replies)("[spec I1.3] reads %j", (reply, action) => {
    expect(readReply(dialect, reply).actions).toEqual([action]);
  });

  it("[spec I3.1] tells thinking and action apart", () => {
    const [reply = ""] = replies[0] ?? [];
    expect(readReply(dialect, reply).thinking).toMatch(/^so(?: |\n)that$/);
  });
});

const wrong: readonly (readonly [ReplyDialect, reply: string, code: string, message: string])[] = [
  ["thinking-tool-call", "I would tap.", "ValidationError", "<tool_call>"],
  ["thinking-tool-call", "<tool_call>{oops</tool_call>", "JSONParseError", "column"],
  ["element-json", "I would tap.", "JSONParseError", "column"],
  ["element-json", '{"action": "tapp", "element": 3}', "ValidationError", "Did you mean 'tap'"],
  ["mai-ui", "I would tap.", "ValidationError", "<tool_call>"],
  ["mai-ui", mai({ action: "tap", coordinate: [1, 1] }), "ValidationError", "Did you mean 'click'"],
  ["mai-ui", mai({ action: "click", coordinate: [1000, 1] }), "CoordinateOutOfRange", "0 to 999"],
  ["mai-ui", mai({ action: "click" }), "ValidationError", "'coordinate'"],
  ["mai-ui", mai({ action: "swipe", direction: "north" }), "ValidationError", "one of up, down"],
  ["mai-ui", "<tool_call>{oops</tool_call>", "JSONParseError", "column"],
  ["ui-tars", "click(start_box='(1,2)')", "ValidationError", "Action:"],
  ["ui-tars", tars("clik(start_box='(1,2)')"), "ValidationError", "Did you mean 'click'"],
  ["ui-tars", tars("click(start_box='(1,2000)')"), "CoordinateOutOfRange", "1008x1988"],
  ["ui-tars", tars("click(start_box='(1)')"), "ValidationError", "'start_box'"],
  ["ui-tars", tars("click(start_box="), "ValidationError", "character"],
  ["autoglm", "I would tap.", "ValidationError", "<answer>"],
  ["autoglm", glm('do(action="Touch", element=[1,2])'), "ValidationError", "There is no action 'Touch'"],
  ["autoglm", glm('do(action="tapp", element=[1,2])'), "ValidationError", "Did you mean 'Tap'"],
  ["autoglm", glm('do(action="Tap", element=[1,2000])'), "CoordinateOutOfRange", "0 to 1000"],
  ["mobile-use", mobileUse({ action: "open_app" }), "ValidationError", "Did you mean 'open'"],
  ["mobile-use", mobileUse({ action: "key", text: "camera" }), "ValidationError", "key"],
  ["mobile-use", "<tool_call>[]</tool_call>", "ValidationError", "arguments"],
  [
    "mobile-use-pixels",
    mobileUse({ action: "click", coordinate: [1, 1989] }),
    "CoordinateOutOfRange",
    "1988",
  ],
  ["ui-venus", "Click(box=(1,2))", "ValidationError", "<action>"],
  ["ui-venus", venus("Tap(box=(1,2))"), "ValidationError", "Did you mean 'Click'"],
];

describe("a reply of several actions", () => {
  it.each([
    ["ui-tars", tars("click(start_box='(504,497)')\n\ntype(content='hi')\n\nfinished(content='')")],
    [
      "element-json",
      '[{"thinking":"so that","action":"tap","coordinate":[0.5,0.25]},{"action":"type","text":"hi"},{"action":"FINISH","status":"success"}]',
    ],
  ] as const)("[spec I1.3] in %s is read in its order", (dialect, reply) => {
    expect(readReply(dialect, reply)).toEqual({
      thinking: "so that",
      actions: [
        { action: "tap", coordinate: [0.5, 0.25] },
        { action: "type", text: "hi" },
        { action: "FINISH", status: "success" },
      ],
    });
  });

  it("keeps one too many, so that it is refused rather than cut", () => {
    const reply = tars(Array.from({ length: 9 }, () => "press_back()").join("\n"));
    expect(readReply("ui-tars", reply).actions).toHaveLength(6);
  });
});

describe("a reply that a dialect cannot use", () => {
  it.each(wrong)("[spec I3.2][fault E2] in %s: %j is %s", (dialect, reply, code, message) => {
    expect(() => readReply(dialect, reply)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });
});
