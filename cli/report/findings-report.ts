import type { Step } from "#shared/contracts/step/step.ts";
import { interventionWords } from "#shared/rules/steps/intervention-words.ts";

/** Who chose a step, where it was not the agent. */
function chosen({ chosenBy, retryOf, thinking }: Step): readonly string[] {
  if (chosenBy === "retry") return [`step ${retryOf} again, without a model call`];
  if (chosenBy === "look") return [`to look again, because no reply was usable: ${thinking}`];
  if (chosenBy === "unstick") return [`to get unstuck, without a model call: ${thinking}`];
  return [];
}

/** By a person's hand, while the job had the device. */
function touched({ interventions }: Step): readonly string[] {
  const words = interventionWords(interventions);
  return words === "" ? [] : [words];
}

/** That a step did not do what was meant, by whom that was found, and what the agent was told to do about it. */
function verified({ verification }: Step): readonly string[] {
  if (verification === undefined || (verification.verdict !== "failed" && verification.by === "rules"))
    return [];
  const { verdict, by, model, findings } = verification;
  const who = by === "rules" ? "by rule" : `by ${model ?? "a model"}`;
  const why = findings.filter((finding) => finding.verdict === verdict).map(({ text }) => text);
  const words = { failed: "did not work", passed: "worked", unsure: "may not have worked" }[verdict];
  return [`${words}, ${who}: ${why.join(" ") || "no reason given"}`];
}

function checked({ completionCheck }: Step): readonly string[] {
  if (completionCheck === undefined) return [];
  const { accepted, reason, model } = completionCheck;
  if (model === undefined) return [`claim: ${reason}`];
  return [`claim ${accepted ? "accepted" : "rejected"} by ${model}: ${reason}`];
}

/** What others than the agent had to do with a step, a line each, for somebody who was not there. */
export const stepFindings = (step: Step): readonly string[] => [
  ...chosen(step),
  ...touched(step),
  ...verified(step),
  ...checked(step),
];
