import fc from "fast-check";
import leven from "leven";
import { describe, expect, it } from "vitest";
import { parseReplyJson } from "#agent/replies/parse-reply-json.ts";
import { parseAction as parse } from "#agent/targets/parse-action.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

const parseAction = (value: unknown) => parse(value, builtInActions);
const parseActionJson = (text: string) => parseAction(parseReplyJson(text));
const agentActionNames = builtInActions.all.map(({ name }) => name);

const names = new Set<string>(agentActionNames);

/** The names that take the fewest changes. */
function closestNames(given: string, known: readonly string[]): readonly string[] {
  const plain = given.toLowerCase();
  const least = Math.min(...known.map((name) => leven(plain, name)));
  return known.filter((name) => leven(plain, name) <= least);
}

function failure(run: () => unknown): DroverError {
  try {
    run();
  } catch (error) {
    if (error instanceof DroverError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

describe("a parameter that was left out", () => {
  it.each([
    [
      { action: "open_app", package: "com.android.settings" },
      /'app' is missing\. Unrecognized key: "package"/,
    ],
    [{ action: "type" }, /'text' is missing: must be a text of 1 to 4000 characters/],
    [{ action: "open_app", app: 7 }, /'app' is 7: /],
  ])("is said to be missing: %j", (action, said) => {
    expect(failure(() => parseAction(action)).message).toMatch(said);
  });
});

describe("parseAction", () => {
  it.each([
    { action: "tap", coordinate: [0.5, 0.3] },
    { action: "tap", element: 3 },
    { action: "swipe", start: [0.5, 0.8], end: [0.5, 0.2], duration: 300 },
    { action: "type", text: "ö 你好 😀", element: 2, clear: true },
    { action: "long_press", coordinate: [0, 1] },
    { action: "back" },
    { action: "home" },
    { action: "recent" },
    { action: "FINISH", status: "success", answer: "14" },
    { action: "ask_user", question: "Which one?" },
    { action: "mcp_call", tool: "search", arguments: { q: 1 } },
  ])("[spec I3.2] accepts %j", (action) => {
    expect(parseAction(action)).toMatchObject(action);
  });

  it.each([
    ["tapp", "tap"],
    ["tpa", "tap"],
    ["swpie", "swipe"],
    ["bcak", "back"],
    ["patter", null],
    ["click", "tap"],
    ["press", "tap"],
    ["finsh", "FINISH"],
    ["done", "FINISH"],
    ["terminate", "FINISH"],
    ["input_text", "type"],
    ["inputText", "type"],
    ["launch_app", "open_app"],
    ["scroll_down", "scroll"],
    ["press-back", "back"],
    ["long click", "long_press"],
    ["teleport", null],
    ["", null],
    ["longpress", "long_press"],
    ["Swipe", "swipe"],
    ["open-app", "open_app"],
  ])("[spec I3.2] suggests the nearest name for %s", (name, nearest) => {
    const error = failure(() => parseAction({ action: name }));
    expect(error.code).toBe("ValidationError");
    expect(error.details).toMatchObject({
      field: "action",
      suggestion: nearest,
    });
    for (const { name: known } of builtInActions.offered) expect(error.message).toContain(known);
  });

  it.each(["finish", "Finish"])("[fault E2] takes %s for the one action in capitals", (action) => {
    expect(parseAction({ action, status: "success" })).toEqual({ action: "FINISH", status: "success" });
  });

  it("[spec I3.2] suggests an action for each of its names with one letter wrong, missing or doubled", () => {
    const known = builtInActions.all.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((word) => ({ name, word })),
    );
    const words = new Map(known.map(({ name, word }) => [word.toLowerCase(), name]));
    const slip = fc.record({
      meant: fc.constantFrom(...known.filter(({ word }) => word.length > 5)),
      at: fc.nat(30),
      how: fc.constantFrom("wrong", "missing", "doubled", "upper"),
    });
    fc.assert(
      fc.property(slip, ({ meant: { name, word }, at, how }) => {
        const index = at % word.length;
        const letter = word[index] ?? "";
        const instead = { wrong: "q", missing: "", doubled: letter + letter, upper: letter.toUpperCase() }[
          how
        ];
        const slipped = word.slice(0, index) + instead + word.slice(index + 1);
        if (names.has(slipped)) return;
        const { suggestion } = failure(() => parseAction({ action: slipped })).details;
        // A slip may make another action's name, or one as near to it.
        const accepted = [name, words.get(slipped.toLowerCase())];
        if (!accepted.includes(String(suggestion)))
          expect(closestNames(slipped, [...words.keys()]).map((near) => words.get(near))).toContain(
            suggestion,
          );
      }),
    );
  });

  it("[spec I3.2] suggests an action for each of its names with two neighbouring letters swapped", () => {
    const known = builtInActions.all.flatMap(({ name, aliases }) =>
      [name, ...aliases].map((word) => ({ name, word })),
    );
    const swapped = known.flatMap(({ name, word }) =>
      [...word.slice(1)].map((letter, at) => ({
        name,
        slipped: word.slice(0, at) + letter + word[at] + word.slice(at + 2),
      })),
    );
    for (const { name, slipped } of swapped.filter(
      (one) => one.slipped.length > 2 && !names.has(one.slipped),
    )) {
      const { suggestion } = failure(() => parseAction({ action: slipped })).details;
      // A slip may be as near to another's name.
      const near = known.filter(({ word }) => leven(slipped.toLowerCase(), word.toLowerCase()) <= 1);
      expect([name, ...near.map((one) => one.name)], slipped).toContain(suggestion);
    }
  });

  it.each([
    [{ action: "tap" }, "element"],
    [{ action: "tap", coordinate: [0.5] }, "coordinate"],
    [{ action: "tap", coordinate: "0.5,0.5" }, "coordinate"],
    [{ action: "swipe", start: [0, 0] }, "end"],
    [{ action: "swipe", start: [0, 0], end: [1, 1], duration: -5 }, "duration"],
    [{ action: "swipe", start: [0, 0], end: [1, 1], duration: 1.5 }, "duration"],
    [{ action: "type", text: "" }, "text"],
    [{ action: "type" }, "text"],
    [{ action: "type", text: "a\u0000b" }, "text"],
    [{ action: "tap", element: 200 }, "element"],
    [{ action: "tap", element: "3" }, "element"],
    [{ action: "FINISH" }, "status"],
    [{ action: "open_app", app: "" }, "app"],
    [{ tool: "tap" }, "action"],
    ["tap", "action"],
    [null, "action"],
  ])("[spec I3.3] refuses %j and names the field with what it was", (action, field) => {
    const error = failure(() => parseAction(action));
    expect(error.code).toBe("ValidationError");
    expect(error.audience).toBe("model");
    expect(String(error.details.field)).toContain(field);
    expect(error.details).toHaveProperty("value");
    expect(error.message).toContain(field);
  });

  it("[spec I3.3] refuses parameters that the action does not have", () => {
    expect(failure(() => parseAction({ action: "back", force: true })).message).toContain("force");
  });

  it.each([
    [{ action: "tap", coordinate: [1.2, 0.5] }, "[1.2, 0.5]"],
    [{ action: "swipe", start: [0, 0], end: [0.5, -0.01] }, "[0.5, -0.01]"],
  ])("[spec I5.3] says that the model is at fault for %j and shows the value", (action, value) => {
    const error = failure(() => parseAction(action));
    expect(error.code).toBe("CoordinateOutOfRange");
    expect(error.message).toContain(value);
    expect(error.advice.join()).toContain("The model pointed outside");
  });

  it("[fault E7] says that pixels or thousandths were meant when it looks like them", () => {
    expect(failure(() => parseAction({ action: "tap", coordinate: [540, 960] })).message).toContain("pixels");
  });

  it("throws nothing but its own errors, whatever it gets, and what it accepts is an action", () => {
    const actions = fc.record(
      {
        action: fc.oneof(fc.constantFrom(...agentActionNames), fc.string()),
        element: fc.anything(),
        coordinate: fc.anything(),
        text: fc.anything(),
        status: fc.anything(),
      },
      { requiredKeys: ["action"] },
    );
    fc.assert(
      fc.property(fc.oneof(actions, fc.anything()), (value) => {
        try {
          const action = StoredAction.parse(parseAction(value));
          expect(parseAction(action)).toEqual(action);
        } catch (error) {
          if (!(error instanceof DroverError)) throw error;
          expect(["ValidationError", "CoordinateOutOfRange"]).toContain(error.code);
        }
      }),
    );
  });
});

describe("parseActionJson", () => {
  it.each([
    ['{"action": "tap",\n "element": tru}', 2, 13],
    ['{"action": "tap"', 1, 17],
    ["", 1, 1],
    ['{"action": "back",}', 1, 19],
    ["not json", 1, 1],
    ['{"action": "type", "text": "a\nb"}', 1, 30],
  ])("[spec I3.4] shows where %j stops being JSON and keeps it", (text, line, column) => {
    const error = failure(() => parseActionJson(text));
    expect(error.code).toBe("JSONParseError");
    expect(error.details).toEqual({ line, column, raw: text });
    expect(error.message).toContain(`line ${line}, column ${column}`);
    expect(error.message.match(/position|line \d/g)).toHaveLength(1);
  });

  it("[spec I3.4] cuts raw content that is long", () => {
    expect(
      String(failure(() => parseActionJson("x".repeat(10_000_000))).details.raw).length,
    ).toBeLessThanOrEqual(2_000);
  });

  it("survives deep nesting and prototype keys", () => {
    expect(failure(() => parseActionJson("[".repeat(10_000))).code).toBe("JSONParseError");
    expect(failure(() => parseActionJson('{"action":"tap","element":1,"__proto__":{"x":1}}')).code).toBe(
      "ValidationError",
    );
  });
});
