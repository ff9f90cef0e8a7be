import { InvalidArgumentError } from "commander";
import { ToolRule } from "#shared/contracts/agent/tool.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { readAgentWords } from "#shared/rules/agent-words.ts";
import { jobOptions } from "#shared/rules/job-options.ts";
import { agentWords, modelId, partJson } from "./options/job-values.ts";
import { deviceId, each, poolName, providerName, valueBy, windowTask } from "./options/option-values.ts";
import { parseCheck } from "./options/parse-check.ts";
import { readJsonFile } from "./options/read-json-file.ts";
import { readRolesFile } from "./options/roles-file.ts";
import { schemaOptions } from "./schema-options.ts";

type Window = ReturnType<typeof windowTask>;

function windows(text: string, before?: { readonly first: Window; readonly second?: Window }) {
  if (before === undefined) return { first: windowTask(text) };
  if (before.second === undefined) return { ...before, second: windowTask(text) };
  throw new InvalidArgumentError("A split screen has two windows: give --split twice.");
}

/** What `drover run` takes of a job's request. */
export const jobFlags = schemaOptions(JobRequest, jobOptions, {
  validators: each(parseCheck),
  workflow: () => ({}),
  /** JSON says more of a part than its text: its background, its checks, its limits. */
  "workflow.subtasks": each((text) => (text.startsWith("{") ? partJson(text) : { text })),
  "workflow.split": windows,
  roles: readRolesFile,
  agent: (text) => readAgentWords(agentWords(text)),
  tools: each(valueBy(ToolRule, "Give <server>/<tool>, or end in '*', such as files/read_*.")),
  "models.agent.provider": providerName,
  "models.agent.model": modelId,
  "models.agent.fallback.model": modelId,
  "models.planner.model": modelId,
  "requirements.pool": poolName,
  "requirements.deviceId": deviceId,
  device: () => "asItIs",
  data: readJsonFile,
});
