import type { Step } from "#shared/contracts/step/step.ts";
import { semanticLine } from "#shared/screen/semantic-text.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import { briefElements } from "./brief-elements.ts";
import { describeBriefly, describeNotes, noteOf, type Telling } from "./prompt-history.ts";
import type { Prompt, PromptInput } from "./prompt-input.ts";
import { sizeAt } from "./prompt-places.ts";
import { advice, fenced, lines, previousIssues, section } from "./prompt-text.ts";
import { ownInstructions, toldBeside, toldByRoles } from "./prompt-told.ts";
import { describeTools, toolResultText } from "./prompt-tools.ts";
import { tellAnswerForm } from "./tell-answer-form.ts";

const mostElements = 30;
const toldSteps = 8;
const longestThinking = 120;
const longestChange = 100;

/** The last steps; what the newest one was meant for and what it changed, so that the model can tell whether it worked. */
function leanHistory(history: readonly Step[], telling: Telling): string {
  const told = history.slice(-toldSteps);
  const last = told.at(-1);
  const note = last && noteOf(last, longestThinking);
  return lines([
    ...told.map((step) => describeBriefly(step, telling)),
    note && `  thinking: ${note}`,
    last?.feedback && `  then: ${displayText(last.feedback, longestChange)}`,
  ]).trimEnd();
}

function leanScreen({ tree, observation }: PromptInput): string {
  if (tree === null) return "The elements could not be read this time: wait, or go back.";
  const shown = briefElements(tree, mostElements);
  const left = tree.elements.length - shown.length;
  return lines([
    `app: ${displayText(tree.app_name, 60)} (${displayText(observation.package, 223)})`,
    observation.keyboardShown && "keyboard: shown",
    ...shown.map((element) => semanticLine(element, tree)),
    left > 0 && `(${left} more, less useful)`,
  ]).trimEnd();
}

/** The whole request of a turn in as few tokens as a simple task needs (docs/spec.md A8). */
export function buildLeanPrompt(input: PromptInput, dialect: Dialect): Prompt {
  const { task, history, feedback, marker, actions, tools = [] } = input;
  const { guidance, previousIssues: issues = [] } = input;
  const { instructions, ...asked } = dialect.request(actions);
  const telling: Telling = {
    quotesScreen: true,
    write: (action, step) => dialect.tell(action, { actions, size: sizeAt(step, input) }),
  };
  const notes = describeNotes(history);
  const answered = toolResultText(history);
  const text = lines([
    section("task", task),
    ...toldBeside(input),
    input.answerSchema && section("answer_form", tellAnswerForm(input.answerSchema)),
    toldByRoles(input),
    guidance && section("guidance", advice(marker, guidance)),
    issues.length > 0 && previousIssues(marker, issues),
    feedback && section("feedback", feedback),
    fenced(
      marker,
      lines([
        // What was read from the phone is no more to be trusted for having been noted.
        notes.length > 0 && section("notes", notes.join("\n")),
        tools.length > 0 && section("tools", describeTools(tools)),
        history.length > 0 && section("history", leanHistory(history, telling)),
        answered && section("tool_result", answered),
        section("screen", leanScreen(input)),
      ]).trimEnd(),
    ),
  ]);
  return {
    system: [{ type: "text", text: instructions, cacheBreakpoint: true }, ...ownInstructions(input)],
    messages: [{ role: "user", parts: [{ type: "text", text }] }],
    ...asked,
  };
}
