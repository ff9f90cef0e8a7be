import { stepWords } from "#shared/actions/action-words.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";
import { plain } from "#shared/text/plain-text.ts";
import { stepResult } from "./step-result.ts";

/** All that is known of one step: what was thought, done, found and spent. */
export function traceStep(step: Step): readonly string[] {
  const { stepNumber, model, chosenBy, before, after, usage, timings, feedback } = step;
  const who = chosenBy === "model" ? model : `${chosenBy} (${model})`;
  return [
    `step ${stepNumber}: ${stepResult(step)}, chosen by ${plain(who)}`,
    `before: ${placeOf(before)}`,
    ...titled("reasoned:", step.reasoning),
    ...titled("thought:", step.thinking),
    ...titled("expected:", step.expect),
    "did:",
    ...actionsOf(step),
    ...titled("a person meanwhile:", interventionWords(step.interventions)),
    ...findingsOf(step),
    ...titled("tool answered:", step.toolResult?.text),
    ...titled("feedback:", feedback),
    ...(after === undefined ? [] : [`after: ${placeOf(after)}`]),
    ...titled(
      "of the screen is missing:",
      [...new Set([...before.flags, ...(after?.flags ?? [])])].join("\n"),
    ),
    `took ${seconds(timings.inferenceMilliseconds)} to choose and ${seconds(timings.deviceMilliseconds)} on the device, ${usage.inputTokens} + ${usage.outputTokens} tokens`,
    ...(step.errorId === undefined ? [] : [`error snapshot: ${plain(step.errorId)}`]),
  ];
}

const titled = (title: string, text: string | undefined): readonly string[] =>
  text === undefined || text === "" ? [] : [title, ...dataLines(text)];

function placeOf({ package: app, activity, keyboardShown }: Step["before"]): string {
  const keyboard = keyboardShown ? ", keyboard shown" : "";
  return `${plain(app) || "no app"} ${plain(activity)}`.trimEnd() + keyboard;
}

function actionsOf(step: Step): readonly string[] {
  return step.actions.flatMap((action, index) => {
    const { outcome } = action;
    const result = outcome === undefined ? "" : outcome.ok ? "ok" : `failed${codeOf(outcome.errorCode)}`;
    return [
      `  ${index + 1}. ${result}`.trimEnd(),
      ...dataLines(stepWords({ actions: [action] }, true), "     "),
      ...dataLines(outcome?.message ?? "", "     "),
    ];
  });
}

const codeOf = (code: string | undefined): string => (code === undefined ? "" : ` (${plain(code)})`);

function findingsOf({ verification, completionCheck, progressCheck }: Step): readonly string[] {
  const found = verification?.findings.map(({ verdict, text }) => `${verdict}: ${text}`).join("\n");
  return [
    ...(verification === undefined
      ? []
      : titled(
          `verified by ${plain(verification.model ?? verification.by)}: ${verification.verdict}`,
          found,
        )),
    ...(completionCheck === undefined
      ? []
      : titled(
          `its claim was ${completionCheck.accepted ? "accepted" : "rejected"}:`,
          completionCheck.reason,
        )),
    ...(progressCheck === undefined
      ? []
      : titled(progressCheck.progressing === false ? "no progress:" : "progress:", progressCheck.reason)),
  ];
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
