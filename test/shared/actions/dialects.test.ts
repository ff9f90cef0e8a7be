import { describe, expect, it } from "vitest";
import { dialects } from "#agent/dialects/dialect-registry.ts";
import { noUsage } from "#agent/model-calls/usage.ts";
import type { ModelReply, ReplyPart } from "#agent/models/model-provider.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";

const text = (value: string) => ({ type: "text", text: value }) as const;
const call = (name: string, input: unknown, id = "toolu_1") =>
  ({ type: "toolCall", id, name, input }) as const;
const reply = (parts: readonly ReplyPart[], stop: ModelReply["stop"] = "end"): ModelReply => ({
  model: "m",
  parts,
  stop,
  usage: noUsage,
  raw: null,
});
const coded = (code: string, message = "") =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

const context = { actions: builtInActions, size: { width: 1000, height: 2000 } };
const offered = builtInActions.offered.map(({ name }) => name);
const tools = agentTools(builtInActions);

describe("the tool-use dialect", () => {
  const dialect = dialects["tool-use"];

  it("[spec I1.3] reads the one tool call, its thinking apart from its parameters", () => {
    const message = reply([text("First."), call("tap", { thinking: "Then.", element: 3 })], "toolCall");
    expect(dialect.read(message, context)).toEqual({
      thinking: "First.\nThen.",
      actions: [{ action: "tap", element: 3 }],
    });
  });

  it.each([
    ["no tool call", [text("I would tap.")]],
    ["nothing", []],
  ])("[fault E2] refuses %s", (_, content) => {
    expect(() => dialect.read(reply(content), context)).toThrow(
      coded("ValidationError", "must be a tool call"),
    );
  });

  it("[spec R1] reads several calls as several actions, in order", () => {
    const calls = [call("tap", { element: 1, thinking: "The form." }), call("back", {}, "toolu_2")];
    expect(dialect.read(reply(calls), context)).toEqual({
      thinking: "The form.",
      actions: [{ action: "tap", element: 1 }, { action: "back" }],
    });
    const wrong = reply([call("back", {}), call("tap", { element: "x" }, "toolu_2")]);
    expect(() => dialect.read(wrong, context)).toThrow(
      coded("ValidationError", "Action 2 of 2: tap: 'element'"),
    );
  });

  it("[fault E2] repairs by a result for each call, as the API demands", () => {
    const message = reply([text("  "), call("tapp", {}), call("home", {}, "toolu_2")]);
    expect(dialect.repair(message, "wrong")).toEqual([
      { role: "assistant", parts: [call("tapp", {}), call("home", {}, "toolu_2")] },
      {
        role: "user",
        parts: ["toolu_1", "toolu_2"].map((callId) => ({
          type: "toolResult",
          callId,
          isError: true,
          text: "wrong",
        })),
      },
    ]);
  });

  it("[fault E2] repairs an empty reply without an empty turn", () => {
    expect(dialect.repair(reply([]), "wrong")[0]).toEqual({
      role: "assistant",
      parts: [{ type: "text", text: "(empty reply)" }],
    });
  });

  it("offers every action of the contract but secrets, which not every task names, what only rules choose, and those that nobody can answer", () => {
    expect(tools.map((tool) => tool.name)).toEqual(offered);
    const others = builtInActions.all.filter(({ name }) => !offered.includes(name));
    expect(others.map(({ name }) => name)).toEqual([
      "type_secret",
      "restart_app",
      "parts",
      "ask_user",
      "mcp_call",
      "tell",
      "wait_for",
    ]);
  });

  it("says each tool in few tokens, and of each parameter what it is", () => {
    expect(JSON.stringify(tools).length / 4).toBeLessThan(960);
    for (const { parameters } of tools) {
      for (const property of Object.values(parameters.properties)) {
        expect(property).toHaveProperty("type", expect.any(String));
      }
    }
  });
});

describe("the thinking-tool-call dialect", () => {
  const dialect = dialects["thinking-tool-call"];

  it("[spec I3.1] parses thinking and action", () => {
    const message = reply([
      text(
        '<thinking>I see\na button.</thinking>\n<tool_call>{"action": "tap", "coordinate": [0.5, 0.3]}</tool_call>',
      ),
    ]);
    expect(dialect.read(message, context)).toEqual({
      thinking: "I see\na button.",
      actions: [{ action: "tap", coordinate: [0.5, 0.3] }],
    });
  });

  it("[spec I3.1] takes fenced JSON and a missing thinking", () => {
    const message = reply([text('<tool_call>\n```json\n{"action": "back"}\n```\n</tool_call>')]);
    expect(dialect.read(message, context)).toEqual({ thinking: "", actions: [{ action: "back" }] });
  });

  it("[spec R1] reads a list as several actions, and refuses an empty one", () => {
    const list = '<tool_call>[{"action":"back"},{"action":"home"}]</tool_call>';
    expect(dialect.read(reply([text(list)]), context).actions).toEqual([
      { action: "back" },
      { action: "home" },
    ]);
    expect(() => dialect.read(reply([text("<tool_call>[]</tool_call>")]), context)).toThrow(
      coded("ValidationError", "empty"),
    );
  });

  it("[spec I3.1] does not take an example inside the thinking for the call", () => {
    const message = reply([
      text(
        '<thinking>like <tool_call>{"action":"home"}</tool_call></thinking><tool_call>{"action":"back"}</tool_call>',
      ),
    ]);
    expect(dialect.read(message, context).actions).toEqual([{ action: "back" }]);
  });

  it("[spec I3.4] tells malformed JSON from a missing call", () => {
    expect(() => dialect.read(reply([text("<tool_call>{oops</tool_call>")]), context)).toThrow(
      coded("JSONParseError"),
    );
    expect(() => dialect.read(reply([text("I would tap.")]), context)).toThrow(
      coded("ValidationError", "<tool_call>"),
    );
  });

  it("names every offered action and its parameters in the instructions", () => {
    const { instructions, tools: none } = dialect.request(builtInActions);
    for (const name of offered) expect(instructions).toContain(`"${name}"`);
    expect(none).toBeUndefined();
  });
});

describe.each(Object.entries(dialects))("stop reasons in %s", (_, dialect) => {
  const whole = [text('<tool_call>{"action":"back"}</tool_call>'), call("back", {})];

  it("[fault E3] never acts on a reply that was cut, even if it reads well", () => {
    expect(() => dialect.read(reply(whole, "length"), context)).toThrow(coded("ValidationError", "cut off"));
  });

  it("[fault E6] takes a refusal for one", () => {
    expect(() => dialect.read(reply(whole, "refusal"), context)).toThrow(coded("ModelRefused"));
  });
});
