import { describe, expect, it } from "vitest";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { ModelReply, ModelRequest } from "#agent/models/model-provider.ts";
import { type GroundingInput, ground } from "#agent/predict/grounding.ts";
import { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { textReply } from "../dialects/read-reply.ts";

const size = { width: 1000, height: 2000 };
const picture = { mediaType: "image/jpeg", base64: "cGl4ZWxz", size } as const;

type Asked = Pick<ModelRequest, "system" | "messages">;

/** The answer to a question, and what was asked. */
async function find(dialect: ReplyDialect, reply: string | ModelReply, description = "the Wi-Fi switch") {
  const asked: Asked[] = [];
  const ask: GroundingInput["ask"] = async (request) => {
    asked.push(request);
    return typeof reply === "string" ? textReply(reply) : reply;
  };
  return { ...(await ground({ description, picture, dialect, ask })), asked };
}

const published: readonly (readonly [ReplyDialect, reply: string, coordinate: readonly number[] | null])[] = [
  ["tool-use", "[500, 500]", [0.5, 0.25]],
  ["tool-use", "It is at (250, 1000).", [0.25, 0.5]],
  ["tool-use", "[-1, -1]", null],
  [
    "mai-ui",
    '<grounding_think>At the top.</grounding_think>\n<answer>\n{"coordinate": [999, 0]}\n</answer>',
    [1, 0],
  ],
  ["mai-ui", '<answer>{"coordinate": [0, 0, 999, 999]}</answer>', [0.5, 0.5]],
  ["ui-venus", "[500,250]", [0.5, 0.25]],
  ["ui-venus", "[400,200,600,300]", [0.5, 0.25]],
  ["ui-venus", "[-1,-1]", null],
  ["ui-tars", "Thought: It is there.\nAction: click(start_box='(504,497)')", [0.5, 0.25]],
  ["ui-tars", "Action: click(point='<point>252 994</point>')", [0.25, 0.5]],
  ["ui-tars-1.0", "Action: click(start_box='<|box_start|>(500,250)<|box_end|>')", [0.5, 0.25]],
];

describe("grounding", () => {
  it.each(published)("[spec I1.3][spec I2.4] by %s reads %j", async (dialect, reply, coordinate) => {
    expect((await find(dialect, reply)).coordinate).toEqual(coordinate);
  });

  it.each(ReplyDialect.options)(
    "by %s shows the picture and says what is meant in one line",
    async (dialect) => {
      const replies = published.find(([name]) => name === dialect);
      const { asked } = await find(dialect, replies?.[1] ?? "[0, 0]", "the switch\nbeside Wi-Fi");
      const [{ messages } = { messages: [] }, ...others] = asked;
      expect(others).toEqual([]);
      expect(messages[0]?.parts).toEqual([
        { type: "image", mediaType: "image/jpeg", base64: "cGl4ZWxz" },
        { type: "text", text: expect.stringContaining("the switch beside Wi-Fi") },
      ]);
    },
  );

  it("tells what the model thought", async () => {
    const reply = '<grounding_think>At the top.</grounding_think><answer>{"coordinate": [1, 1]}</answer>';
    expect((await find("mai-ui", reply)).thinking).toBe("At the top.");
  });

  it.each([
    ["tool-use", "I cannot see it.", "ValidationError"],
    ["tool-use", "[5000, 1]", "CoordinateOutOfRange"],
    ["mai-ui", "[1, 2]", "ValidationError"],
    ["mai-ui", "<answer>{oops</answer>", "JSONParseError"],
    ["mai-ui", "<answer>[]</answer>", "ValidationError"],
    ["ui-venus", "", "ValidationError"],
    ["ui-tars", "(1,2)", "ValidationError"],
  ] as const)("by %s refuses %j", async (dialect, reply, code) => {
    await expect(find(dialect, reply)).rejects.toMatchObject({ code });
  });

  it("[fault E3][fault E6] takes no point from a reply that was cut or refused", async () => {
    const cut = { ...textReply("[1, 2]"), stop: "length", usage: noUsage } as const;
    await expect(find("tool-use", cut)).rejects.toMatchObject({ code: "ValidationError" });
    const refused = { ...textReply("[1, 2]"), stop: "refusal" } as const;
    await expect(find("tool-use", refused)).rejects.toMatchObject({ code: "ModelRefused" });
  });
});
