import { InvalidArgumentError } from "commander";
import { ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import { Subtask } from "#shared/contracts/job/job-request.ts";
import { PolicyBounds, PolicyChoice } from "#shared/contracts/job/policy.ts";
import { readAgentWords } from "#shared/rules/agent-words.ts";
import { agentForms } from "#shared/rules/job-options.ts";
import { jsonBy, valueBy } from "./option-values.ts";
import { readJsonFile } from "./read-json-file.ts";

// The values of options that only commands with a job's request take: its contracts are thousands of schemas, which no other command loads.

/** Kept as it was written. */
export function agentWords(value: string): string {
  if (readAgentWords(value) === undefined) throw new InvalidArgumentError(`Give ${agentForms}.`);
  return value;
}

export const modelId = valueBy(
  ModelSettings.shape.model.unwrap(),
  "Give a model's id, such as claude-sonnet-5-5.",
);

export const policyJson = jsonBy(PolicyChoice);
const boundsJson = jsonBy(PolicyBounds);
/** As JSON, or in a file of it. */
export const policyBounds = (value: string) =>
  boundsJson(/^\s*\{/.test(value) ? value : JSON.stringify(readJsonFile(value)));
/** A part of a workflow. */
export const partJson = jsonBy(Subtask);
