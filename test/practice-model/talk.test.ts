import { decide, readGoals, readPrompt } from "@drover/practice-model";
import { describe, expect, it } from "vitest";
import { offeredFor } from "#agent/prompt/offered-actions.ts";
import { buildPrompt } from "#agent/prompt/prompt.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { promptText } from "../agent/prompt/prompt-text.ts";
import { observation, stepWith } from "../agent/samples.ts";

const actions = offeredFor({ task: "", mayAsk: true, hasTools: true }, builtInActions);
function decided(task: string, history: readonly Step[] = [], mayAsk = true) {
  const prompt = buildPrompt({
    task,
    history,
    tree: null,
    observation,
    stepNumber: history.length + 1,
    maxSteps: 30,
    elapsedSeconds: 1,
    dialect: "tool-use",
    actions,
    tools: [
      { name: "notes/read_note", description: "Reads a note.", inputSchema: { properties: { name: {} } } },
    ],
    marker: "k3j9x2m7",
  });
  const view = readPrompt(promptText(prompt));
  if (view === undefined) throw new Error("it reads no prompt");
  return decide({ ...view, talked: { ...view.talked, mayAsk } });
}
const answered = (action: Step["actions"][number]["action"], text: string, ok = true): Step =>
  stepWith({
    action,
    thinking: "Goal 1 of 1, turn 1. I ask.",
    toolResult: { kind: action.action === "ask_user" ? "ask_user" : "mcp_call", name: "1", ok, text },
  });
const asked = (text: string, ok = true) => answered({ action: "ask_user", question: "What time?" }, text, ok);

describe("the practice model", () => {
  it("asks what its task says is to be asked", () => {
    const { action } = decided("Ask me what time, then set an alarm for that time");
    expect(action).toEqual({ action: "ask_user", question: "What time?" });
  });

  it("goes on with the answer in the place of the words for it", () => {
    const results = (text: string) => ({ results: [text], mayAsk: true });
    expect(readGoals("Ask me what time, then set an alarm for my answer", results("7:45."))).toMatchObject([
      { kind: "ask" },
      { kind: "createAlarm", time: { hour: 7, minute: 45 } },
    ]);
    expect(decided("Ask me what time, then set an alarm for that time", [asked("7:45")]).action.action).toBe(
      "open_app",
    );
  });

  it("asks once for what a task leaves open and says in its own words how to ask for", () => {
    const task = "Set an alarm; ask me for which time";
    expect(decided(task).action).toEqual({ action: "ask_user", question: "For which time?" });
    expect(readGoals(task, { results: ["7:45"], mayAsk: true })).toMatchObject([
      { kind: "ask" },
      { kind: "createAlarm", time: { hour: 7, minute: 45 } },
    ]);
  });

  it("asks for what a task leaves open, when there is somebody to ask", () => {
    expect(decided("Set an alarm").action).toEqual({
      action: "ask_user",
      question: "What time the alarm is to ring?",
    });
    expect(decided("Set an alarm", [], false).action).toMatchObject({ action: "FINISH", status: "failure" });
  });

  it("gives up when nobody answers, or there is nobody to ask", () => {
    const task = "Ask me what time, then set an alarm for that time";
    expect(decided(task, [asked("Nobody answered in time.", false)]).action).toMatchObject({
      action: "FINISH",
      summary: expect.stringContaining("nobody answered"),
    });
    expect(decided(task, [], false).action).toMatchObject({
      summary: expect.stringContaining("nobody to ask"),
    });
  });

  it("calls a tool that its task names, and gives what it said as the answer", () => {
    const task = 'Call the tool notes/read_note with {"name": "alarm"}';
    const call = { action: "mcp_call", tool: "notes/read_note", arguments: { name: "alarm" } };
    expect(decided(task).action).toEqual(call);
    expect(decided(task, [answered(call, "It rings at 7:45.")]).action).toMatchObject({
      action: "FINISH",
      status: "success",
      answer: "It rings at 7:45.",
    });
    expect(decided("Use files/read").action).toMatchObject({
      summary: expect.stringContaining("no tool files/read"),
    });
  });
});

describe("the practice model in one role of a task", () => {
  const read = (task: string, results: readonly (string | undefined)[] = [], hasMates = true) =>
    readGoals(task, { results, mayAsk: false, hasMates });

  it("tells the others what it found, and waits for what they tell", () => {
    const task = 'What is the phone number, tell the others the answer as "number", then wait for "ready"';
    expect(read(task)).toEqual([
      { kind: "readSetting", name: "Phone number" },
      { kind: "tellMates", key: "number", nth: 0 },
      { kind: "awaitMate", key: "ready", nth: 1 },
    ]);
  });

  it("goes on with what it was told", () => {
    const task = 'Wait for "number", then send a message to that number that says "Hello"';
    expect(read(task, ["+15555215556"])).toMatchObject([
      { kind: "awaitMate" },
      { kind: "writeTo", to: "+15555215556", text: "Hello" },
    ]);
  });

  it("knows nothing of others in a job that has none", () => {
    expect(read('Tell the others "on" as "bluetooth"', [], false)).toMatchObject([{ kind: "unknown" }]);
  });
});
