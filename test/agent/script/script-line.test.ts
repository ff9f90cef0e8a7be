import { describe, expect, it } from "vitest";
import { meaningOf, scriptLineOf } from "#agent/script/script-line.ts";
import type { RecordedAction } from "#shared/contracts/step/recording.ts";
import { ScriptLine } from "#shared/contracts/step/script.ts";

const save = { text: "Save" };

describe("a line of a script", () => {
  it.each<[RecordedAction, ScriptLine]>([
    [{ action: { action: "tap" }, target: save }, { tap: save }],
    [{ action: { action: "enter" } }, { press: "enter" }],
    [{ action: { action: "wait", duration: 500 } }, { wait: 500 }],
    [{ action: { action: "open_app", app: "Clock" } }, { open_app: "Clock" }],
    [
      { action: { action: "type_secret", secret: "shop" }, target: save },
      { type: { secret: "shop", into: save } },
    ],
    [{ action: { action: "scroll", direction: "up" } }, { scroll: { direction: "up" } }],
    [{ action: { action: "power" } }, { do: { action: "power", with: {} } }],
    [{ action: { action: "shake", how: "hard" } }, { do: { action: "shake", with: { how: "hard" } } }],
  ])("does %j again as %j", (recorded, line) => {
    expect(ScriptLine.parse(scriptLineOf(recorded))).toEqual(line);
    expect(meaningOf(line)).toEqual({ actions: [recorded] });
  });

  it("says a place that no element has with 'do'", () => {
    const placed: RecordedAction = { action: { action: "tap", coordinate: [0.5, 0.5] } };
    expect(scriptLineOf(placed)).toEqual({ do: { action: "tap", with: { coordinate: [0.5, 0.5] } } });
  });
});
