import { type Command, Option } from "commander";
import * as z from "zod";
import { Effort, ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import { SnapshotRule } from "#shared/contracts/device/snapshot.ts";
import { JobLimits, type JobRequest } from "#shared/contracts/job/job-request.ts";
import { agentForms, readAgentWords } from "#shared/rules/agent-words.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { defined } from "#shared/values/defined.ts";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { farmClient } from "../farm-client.ts";
import { dirOption, findFarm } from "../find-farm.ts";
import { followJob } from "../follow-job.ts";
import {
  agentWords,
  answerSchemaJson,
  boundedBy,
  changesJson,
  deviceId,
  idempotencyKey,
  modelId,
  policyJson,
  poolName,
  providerName,
  rolesJson,
  someText,
  supervisionJson,
  valueBy,
} from "../option-values.ts";
import { parseCheck } from "../parse-check.ts";
import { type PerceptionFlags, perceptionFlags, perceptionOptions } from "../perception-options.ts";
import { readJsonFile } from "../read-json-file.ts";
import { keepHealed, type ScriptFlags, scriptSource, withScriptOptions } from "../script-options.ts";
import { appSource } from "../session/session-files.ts";
import { createSessionClient } from "../session-client.ts";
import { type TalkFlags, talkFlags, talkOptions } from "../talk-options.ts";
import { taskOfWindows, type WorkflowFlags, workflowFlags, workflowOptions } from "../workflow-options.ts";

const snapshotRule = valueBy(SnapshotRule, `Give one of ${SnapshotRule.options.join(", ")}.`);

interface RunOptions extends PerceptionFlags, TalkFlags, WorkflowFlags, ScriptFlags {
  readonly dir: string;
  readonly check?: readonly string[];
  readonly pool?: string;
  readonly device?: string;
  readonly asItIs?: boolean;
  readonly agent?: string;
  readonly provider?: string;
  readonly model?: string;
  readonly effort?: string;
  readonly plannerModel?: string;
  readonly fallbackModel?: string;
  readonly models?: ReturnType<typeof rolesJson>;
  readonly policy?: ReturnType<typeof policyJson>;
  readonly changes?: ReturnType<typeof changesJson>;
  readonly supervision?: ReturnType<typeof supervisionJson>;
  readonly answerSchema?: ReturnType<typeof answerSchemaJson>;
  readonly dialect?: string;
  readonly maxSteps?: number;
  readonly timeout?: number;
  readonly maxCost?: number;
  readonly totalTime?: number;
  readonly maxTokens?: number;
  readonly maxOutputTokens?: number;
  readonly again?: boolean;
  readonly debug?: boolean;
  readonly snapshot?: SnapshotRule;
  readonly record?: boolean;
  readonly app?: readonly string[];
  readonly data?: unknown;
  readonly idempotencyKey?: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

type JobRequestInput = z.input<typeof JobRequest>;

const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];
const { maxSteps, timeoutSeconds, totalSeconds, maxTokens, maxOutputTokens, maxCostUsd } = JobLimits.shape;

export const runCommand = (command: Command): Command =>
  withScriptOptions(
    [...perceptionOptions, ...talkOptions, ...workflowOptions].reduce(
      (all, option) => all.addOption(option),
      command,
    ),
  )
    .argument("[task]", "what to do, in plain language; a script says it itself", someText)
    .option("--check <check>", "judge the device's state afterwards; may be given more than once", collect)
    .option("--pool <name>", "the pool of devices to run on", poolName)
    .option("--device <id>", "this device and no other; waits its turn for it", deviceId)
    .option("--as-it-is", "with --device, one that you quarantined: not cleaned before or after")
    .option("--agent <agent>", `who chooses the actions: ${agentForms}`, agentWords)
    .option("--provider <name>", "the agent's model service", providerName)
    .option("--model <id>", "the agent's model", modelId)
    .addOption(new Option("--effort <name>", "how hard the agent's model tries").choices(Effort.options))
    .option("--fallback-model <id>", "asked when the agent's model is overloaded or will not", modelId)
    .option("--planner-model <id>", "the planner's model", modelId)
    .option(
      "--models <json>",
      'settings of roles as JSON, such as {"verifier":{"model":"claude-haiku-5-5"}}',
      rolesJson,
    )
    .option(
      "--policy <json>",
      'what the job may do, as JSON, such as {"packages":{"allow":["com.android.settings"]}}',
      policyJson,
    )
    .option(
      "--supervision <json>",
      'who helps the agent, as JSON, such as {"planning":"off","completion":false}',
      supervisionJson,
    )
    .option(
      "--changes <json>",
      'what the job may change besides, such as {"forbid":"any","allow":["setting:system/volume_*"]}',
      changesJson,
    )
    .option("--answer-schema <json>", "a JSON Schema that the agent's answer must fit", answerSchemaJson)
    .addOption(new Option("--dialect <name>", "how the model replies").choices(ReplyDialect.options))
    .option("--max-steps <n>", "turns at the most", boundedBy(maxSteps.unwrap()))
    .option(
      "--timeout <seconds>",
      "time at the most, from the moment a device is there",
      boundedBy(timeoutSeconds.unwrap()),
    )
    .option(
      "--total-time <seconds>",
      "time at the most from now on, all waiting included",
      boundedBy(totalSeconds.unwrap()),
    )
    .option(
      "--max-tokens <n>",
      "tokens of all model calls at the most, input and output",
      boundedBy(maxTokens.unwrap()),
    )
    .option(
      "--max-output-tokens <n>",
      "tokens that the models write at the most",
      boundedBy(maxOutputTokens.unwrap()),
    )
    .option(
      "--max-cost <usd>",
      "US dollars for model calls at the most",
      valueBy(z.coerce.number().pipe(maxCostUsd.unwrap()), "Give US dollars, for example 0.50."),
    )
    .option("--again", "run even when every check already passes")
    .option("--snapshot <when>", "keep the device's state for forks: every step, or errors", snapshotRule)
    .option("--app <apk>", "install this first: a file, or a link; may be given again", collect)
    .option("--data <file>", "what the device holds first, as JSON (docs/job-data.md)", readJsonFile)
    .option("--record", "keep the screen as a video: drover recording <job>")
    .option("--debug", "keep every model call and every ADB command, redacted: drover show <job> --debug")
    .option("--idempotency-key <key>", "the same key submits the job once", idempotencyKey)
    .option("--detach", "print the job's id and do not wait")
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .addHelpText(
      "after",
      `\nChecks:\n${checkForms.map((form) => `  ${form}`).join("\n")}\n  or a validator as JSON`,
    )
    .action(runTask);

/** An option of its own stands over the JSON. */
function modelsFrom({ models, provider, model, effort, dialect, fallbackModel, plannerModel }: RunOptions) {
  const fallback = fallbackModel === undefined ? undefined : { model: fallbackModel };
  return {
    ...models,
    agent: { ...models?.agent, ...defined({ provider, model, effort, dialect, fallback }) },
    ...(plannerModel === undefined ? {} : { planner: { ...models?.planner, model: plannerModel } }),
  };
}

/** What its device has before the agent sees it. */
async function givenFirst({ app = [], data, dir }: RunOptions) {
  if (app.length === 0) return defined({ data: data as JobRequestInput["data"] });
  const client = createSessionClient(await findFarm(dir));
  const apps = await Promise.all(app.map((one) => appSource(client, null, one)));
  return { prepare: { apps }, ...defined({ data: data as JobRequestInput["data"] }) };
}

async function runTask(given: string | undefined, options: RunOptions): Promise<void> {
  const scripted = await scriptSource(options);
  const task = given ?? scripted?.task ?? taskOfWindows(options);
  if (task === undefined)
    throw new CommandFailure(exitCodes.usage, "There is nothing to do: give a task, or --script <file>.");
  const validators = (options.check ?? []).map(parseCheck);
  const models = modelsFrom(options);
  const { agent } = options;
  const limits = defined({
    maxSteps: options.maxSteps,
    timeoutSeconds: options.timeout,
    totalSeconds: options.totalTime,
    maxTokens: options.maxTokens,
    maxOutputTokens: options.maxOutputTokens,
    maxCostUsd: options.maxCost,
  });
  const api = await farmClient(options.dir);
  const job = await api.submit(
    {
      task,
      ...defined({ source: scripted?.source, agent: agent && readAgentWords(agent) }),
      validators,
      limits,
      models,
      perception: perceptionFlags(options),
      ...talkFlags(options),
      ...workflowFlags(options),
      ...defined({
        policy: options.policy,
        supervision: options.supervision,
        changes: options.changes,
        answerSchema: options.answerSchema,
        snapshot: options.snapshot,
      }),
      requirements: defined({ pool: options.pool, deviceId: options.device }),
      ...(options.asItIs ? { device: "asItIs" } : {}),
      ...(options.again ? { allowAlreadySatisfied: true } : {}),
      ...(options.debug ? { debug: true } : {}),
      ...(options.record ? { record: true } : {}),
      ...(await givenFirst(options)),
    },
    options.idempotencyKey,
  );
  const ended = await followJob(api, job, options);
  if (ended !== null) await keepHealed(api, ended.jobId, options);
}
