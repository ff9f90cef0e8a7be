import { describe, expect, it } from "vitest";
import { expandTasks } from "#cli/tasks/expand-tasks.ts";
import { TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import { readAgentWords } from "#shared/rules/agent-words.ts";

const file = (more: Record<string, unknown>) =>
  TasksFrame.parse({ tasks: [{ id: "alarm", task: "Set an alarm" }], ...more });
const linesOf = (more: Record<string, unknown>, options = {}) =>
  expandTasks(file(more), options).lines.map(({ variant, epoch, request }) => [
    variant,
    epoch,
    request.agent?.kind,
    request.models?.agent?.model,
  ]);

describe("agents of a tasks file", () => {
  it("are crossed with models and repetitions, and one that brings its own model is run once for all of them", () => {
    const agents = ["builtin", "external:mine"];
    expect(linesOf({ agents, variants: ["model-a", "model-b"], defaults: { repeat: 2 } })).toEqual([
      ["builtin/model-a", 1, "builtin", "model-a"],
      ["builtin/model-b", 1, "builtin", "model-b"],
      ["mine", 1, "external", undefined],
      ["builtin/model-a", 2, "builtin", "model-a"],
      ["builtin/model-b", 2, "builtin", "model-b"],
      ["mine", 2, "external", undefined],
    ]);
  });

  it("are crossed with what variants say of anything but models", () => {
    const short = { name: "short", limits: { steps: 5 }, models: { agent: { model: "model-a" } } };
    expect(linesOf({ agents: ["builtin", "external:mine"], variants: [short] })).toEqual([
      ["builtin/short", 1, "builtin", "model-a"],
      ["mine/short", 1, "external", undefined],
    ]);
  });

  it("stand alone where there is no variant, and instead of a task's own agent", () => {
    const defaults = { agent: { kind: "human", turnTimeoutSeconds: 60 } };
    expect(linesOf({ agents: ["external:mine", { kind: "human" }], defaults })).toEqual([
      ["mine", 1, "external", undefined],
      ["human", 1, "human", undefined],
    ]);
  });

  it("are the command's where it names some", () => {
    expect(linesOf({ agents: ["external:mine"] }, { agents: ["human"] })).toEqual([
      ["human", 1, "human", undefined],
    ]);
  });

  it("that are none, or have one name, are said with their place in the file", () => {
    const { problems } = expandTasks(file({ agents: ["robot", "external:mine", "external:mine"] }));
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      [["agents", 0], "names no agent"],
      [["agents", 2], "has the name of another agent, 'mine'"],
    ]);
  });

  it("have their settings checked, each fault at the agent that says it", () => {
    const agents = [{ kind: "external", name: "mine", turnTimeoutSeconds: 5_000 }];
    const { problems } = expandTasks(file({ agents }));
    expect(problems.map(({ path }) => path)).toEqual([["agents", 0, "turnTimeoutSeconds"]]);
  });
});

it.each([
  ["builtin", { kind: "builtin" }],
  ["human", { kind: "human" }],
  ["human:ada", { kind: "human", name: "ada" }],
  ["external:my-agent", { kind: "external", name: "my-agent" }],
  [
    "url:https://Agents.example.com/predict",
    { kind: "external", name: "agents.example.com", url: "https://Agents.example.com/predict" },
  ],
])("an agent in one word: %s", (words, agent) => {
  expect(readAgentWords(words)).toEqual(agent);
});

it.each(["", "external", "external:", "external:My Agent", "url:ftp://x", "builtin:x", "script"])(
  "no agent in one word: '%s'",
  (words) => {
    expect(readAgentWords(words)).toBeUndefined();
  },
);
