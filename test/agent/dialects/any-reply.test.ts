import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dialects } from "#agent/dialects/dialect-registry.ts";
import { groundingFormats, readGrounding } from "#agent/dialects/grounding-formats.ts";
import type { GivenAction } from "#agent/replies/foreign-actions.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { anyCharacter } from "../../any-character.ts";
import { cpuMilliseconds } from "../../cpu-time.ts";
import { picture, readReply } from "./read-reply.ts";

function onlyOurErrors(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(DroverError);
  }
}

/** What the formats are made of, so that much of it comes far. */
const pieces = [
  ..."()[]{}'\",=:\\/<> \n0123456789ax_".split(""),
  ...["think", "thinking", "answer", "action", "tool_call", "conclusion", "grounding_think"].flatMap(
    (tag) => [`<${tag}>`, `</${tag}>`],
  ),
  "Thought:",
  "Action:",
  "click(start_box=",
  "do(action=",
  "Click(box=",
  "finish(message=",
  '{"name":"mobile_use","arguments":{"action":"click","coordinate":[1,2]}}',
];
const replies = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.array(fc.constantFrom(...pieces)).map((parts) => parts.join("")),
);
const textDialects = ReplyDialect.options.filter((dialect) => dialect !== "tool-use");

describe("any reply at all", () => {
  it.each(textDialects)("in %s is an action or one of our own errors", (dialect) => {
    fc.assert(fc.property(replies, (reply) => onlyOurErrors(() => readReply(dialect, reply))));
  });

  it.each(ReplyDialect.options)("of grounding by %s is a point or one of our own errors", (dialect) => {
    const format = groundingFormats[dialect];
    fc.assert(fc.property(replies, (reply) => onlyOurErrors(() => readGrounding(format, reply, picture))));
  });

  it.each(textDialects)("in %s takes linear time", (dialect) => {
    const long = ["<thinking>", "<tool_call>", "Action:", "do(action=", "["].map((piece) =>
      piece.repeat(200_000 / piece.length),
    );
    const spent = cpuMilliseconds(() => {
      for (const reply of long) onlyOurErrors(() => readReply(dialect, reply));
    });
    expect(spent).toBeLessThan(1_000);
  });
});

const share = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10);
const point = fc.tuple(share, share);
const word = fc.string({
  unit: fc.constantFrom(..."aé字'\"\\(), =\n".split("")),
  minLength: 1,
  maxLength: 12,
});
const text = word.filter((value) => value.trim() === value);
const said: fc.Arbitrary<GivenAction> = fc.oneof(
  fc.record({ action: fc.constant("tap"), coordinate: point }),
  fc.record({ action: fc.constant("long_press"), coordinate: point }),
  fc.record({ action: fc.constant("type"), text }),
  fc.record({ action: fc.constant("open_app"), app: text }),
  fc.record({ action: fc.constantFrom("back", "home") }),
  fc.record({ action: fc.constant("wait"), duration: fc.constant(1_000) }),
  fc.record({ action: fc.constant("FINISH"), status: fc.constant("success"), answer: text }),
);

describe("an earlier action", () => {
  it.each(textDialects)("is told in %s as the model itself would have said it", (dialect) => {
    const { space } = dialects[dialect];
    fc.assert(
      fc.property(said, (action) => {
        const told = dialects[dialect].tell(action as never, { actions: builtInActions, size: picture });
        // The own dialects tell the action alone, without the tags around it.
        const reply = dialect === "thinking-tool-call" ? `<tool_call>${told}</tool_call>` : told;
        const [again = { action: "" }]: readonly GivenAction[] = readReply(dialect, reply).actions;
        expect(again.action).toBe(action.action);
        expect([again.text, again.app]).toEqual([action.text, action.app]);
        expect(again.answer).toBe(action.answer);
        if (action.coordinate === undefined) return;
        const [before, after] = [action.coordinate, again.coordinate] as [number, number][];
        const unit =
          1 / Math.max(...space.fromNormalised([1, 1], picture).map((last) => Math.min(last, 900)));
        expect(Math.abs((before?.[0] ?? 0) - (after?.[0] ?? 9))).toBeLessThanOrEqual(unit);
        expect(Math.abs((before?.[1] ?? 0) - (after?.[1] ?? 9))).toBeLessThanOrEqual(unit);
      }),
    );
  });
});
