import type { HistoryStep, ListedApp, PromptView } from "./prompt-view.ts";
import { readElement } from "./read-element.ts";
import { readField, readSection } from "./read-section.ts";

/** Models that point in pixels get earlier points as percent of the screen. */
const inPixels = (point: readonly unknown[], size: readonly number[]): readonly unknown[] =>
  point.map((part, axis) =>
    typeof part === "string" && part.endsWith("%")
      ? (Number.parseFloat(part) / 100) * (size[axis] ?? 1)
      : part,
  );

/** `tap {"element":3}`, as the call was made, or `{"action":"tap","element":3}`. */
function readAction(text: string, size: readonly number[]): HistoryStep["action"] {
  const [, name, input] = /^(\w+) (\{.*\})$/.exec(text) ?? [];
  try {
    const read: unknown = JSON.parse(input ?? text);
    const value = name === undefined ? read : { action: name, ...(read as object) };
    if (typeof value !== "object" || value === null) return undefined;
    const fields = Object.entries(value).map(([name, part]) => [
      name,
      Array.isArray(part) ? inPixels(part, size) : part,
    ]);
    return Object.fromEntries(fields) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** `  2. done tap {…} target: …`, as a turn of several tells each. After the one that went wrong none was tried. */
function readDeeds(
  block: string,
  size: readonly number[],
): Pick<HistoryStep, "action" | "target" | "result">[] {
  const result = readField(block, "result");
  const deeds = [
    ...block.matchAll(/^ {2}\d+\. (?:(done|not done) )?((?:\w+ )?\{.*\})(?: target: (.*))?$/gm),
  ].map(([, mark, action = "", target = ""]) => ({
    action: readAction(action, size),
    target,
    result: mark === "done" ? "done" : result,
    wasDone: mark !== "not done",
  }));
  const wrong = deeds.findIndex(({ wasDone }) => !wasDone);
  return wrong < 0 ? deeds : deeds.slice(0, result.startsWith("failed") ? wrong + 1 : wrong);
}

function readHistory(text: string, size: readonly number[]): HistoryStep[] {
  return text.split(/^(?=Step \d+: )/m).flatMap((block) => {
    const head = /^Step (\d+): (.*)$/m.exec(block);
    if (head === null) return [];
    const step = {
      number: Number(head[1]),
      action: readAction(head[2] ?? "", size),
      target: readField(block, "target"),
      thinking: readField(block, "thinking"),
      result: readField(block, "result"),
      change: readField(block, "then"),
    };
    if (!/^\d+ actions$/.test(head[2] ?? "")) return [step];
    const deeds = readDeeds(block, size).map((deed, index) => ({
      ...step,
      ...deed,
      thinking: index === 0 ? step.thinking : "",
    }));
    return deeds.length === 0 ? [step] : deeds;
  });
}

/** Between two lines with the marker, and perhaps a note of how many more there are; what an app is for follows its name. */
const readApps = (text: string): ListedApp[] =>
  text.split("\n").flatMap((line) => {
    if (line === "" || line.startsWith("---")) return [];
    const [app = line] = line.split(" -- ", 1);
    const named = /^(.+) \(([A-Za-z]\w*(?:\.\w+)+)\)$/.exec(app);
    return named?.[1] === undefined || named[2] === undefined
      ? [{ label: app }]
      : [{ label: named[1], package: named[2] }];
  });

/** The schema stands alone on the last line. */
function readForm(text: string): Pick<PromptView, "answerSchema"> {
  if (text === "") return {};
  return { answerSchema: JSON.parse(text.slice(text.lastIndexOf("\n") + 1)) as unknown };
}

/** What was answered to each step that asked; the last one stands whole in the observation. */
function readResults(history: string, last: string): readonly (string | undefined)[] {
  const told = [
    ...history.matchAll(
      /^(?: {2}|\(\d+\) (?:ask_user|mcp_call|tell|wait_for|\{).*: )(no answer|answer): (.*)$/gm,
    ),
  ];
  const results = told.map(([, kind, text]) => (kind === "answer" ? text : undefined));
  const whole = /^\{"tool_result":.*\}$/m.exec(last)?.[0];
  if (whole === undefined) return results;
  const { tool_result: answered } = JSON.parse(whole) as { tool_result: { error?: true; result: string } };
  return [...results.slice(0, -1), answered.error ? undefined : answered.result];
}

/** Reads a prompt back into its parts; undefined when it is not one of Drover's. */
export function readPrompt(prompt: string): PromptView | undefined {
  const taskEnd = prompt.search(
    /\n<\/task>\n(?:<(?:background|done_before|answer_form|guidance|device|installed_apps|tools|previous_issues|history|notes|blackboard|tool_result|progress|feedback)>|--- \w+ begin ---)\n/,
  );
  if (!prompt.startsWith("<task>\n") || taskEnd < 0) return undefined;
  const rest = prompt.slice(taskEnd + "\n</task>\n".length);
  const progress = readSection(rest, "progress");
  const screen = readSection(rest, "screen");
  const history = readSection(rest, "history");
  return {
    task: withMessages(prompt.slice("<task>\n".length, taskEnd)),
    ...readForm(readSection(rest, "answer_form")),
    mostActions: 1,
    stepNumber: Number(readField(progress, "step_count")) || 1,
    maxSteps: Number(readField(progress, "max_steps")) || 1,
    installedApps: readApps(readSection(rest, "installed_apps")),
    guidance: readSection(rest, "guidance"),
    history: readHistory(
      history,
      /^(\d+)x(\d+) px/.exec(readField(screen, "size"))?.slice(1).map(Number) ?? [],
    ),
    label: /^app: (.*) \([^()]*\)$/m.exec(screen)?.[1] ?? "",
    package: /^app: .*\(([^()]*)\)$/m.exec(screen)?.[1] ?? "",
    activity: readField(screen, "activity"),
    keyboardShown: readField(screen, "keyboard") === "shown",
    tools: [...readSection(rest, "tools").matchAll(/^([a-z][a-z0-9-]*\/[\w.-]+)\(/gm)].map(
      ([, name = ""]) => name,
    ),
    talked: { results: readResults(history, readSection(rest, "tool_result")), mayAsk: false },
    elements: screen.split("\n").flatMap((text) => readElement(text) ?? []),
  };
}

const messagesBegin = /\n\nThe user said meanwhile, [^\n]*:\n/;

/** What the user said meanwhile is more to do, each a sentence. */
function withMessages(told: string): string {
  const [task = "", said = ""] = told.split(messagesBegin, 2);
  const more = said.split("\n").map((line) => line.replace(/^- before step \d+: /, ""));
  return said === "" ? task : [task, ...more].map((part) => part.replace(/[.;]\s*$/, "")).join("; ");
}
