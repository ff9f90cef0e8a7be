import type { Command } from "commander";
import type * as z from "zod";
import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { jobOptionGroups } from "#shared/rules/job-options.ts";
import { defined } from "#shared/values/defined.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption, findFarm } from "../../find-farm.ts";
import { followJob } from "../../follow/follow-job.ts";
import { jobFlags } from "../../job-flags.ts";
import { idempotencyKey, someText } from "../../options/option-values.ts";
import { keepHealed, type ScriptFlags, scriptSource, withScriptOptions } from "../../script-options.ts";
import { appSource } from "../../session/session-files.ts";
import { createSessionClient } from "../../session-client.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { confirmHeard, spokenTask, type VoiceFlags, withVoiceOptions } from "../../voice-options.ts";

interface RunOptions extends ScriptFlags, VoiceFlags {
  readonly dir: string;
  readonly app?: readonly string[];
  readonly idempotencyKey?: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];

export const runCommand = (command: Command): Command =>
  withVoiceOptions(withScriptOptions(jobFlags.addTo(command).optionsGroup(jobOptionGroups.task)))
    .argument("[task]", "what to do, in plain language (not with a script)", someText)
    .optionsGroup(jobOptionGroups.device)
    .option("--app <apk>", "install this app first: a file or a link; repeatable", collect)
    .optionsGroup(jobOptionGroups.output)
    .option("--idempotency-key <key>", "the same key submits one job", idempotencyKey)
    .option("--detach", "print the job's id and do not wait")
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .helpOption("-h, --help", "display help for command")
    .addHelpText(
      "after",
      `\nChecks:\n${checkForms.map((form) => `  ${form}`).join("\n")}\n  or a validator as JSON`,
    )
    .action(runTask);

/** What its device has before the agent sees it. */
async function prepared({ app = [], dir }: RunOptions) {
  if (app.length === 0) return {};
  const client = createSessionClient(await findFarm(dir));
  return { prepare: { apps: await Promise.all(app.map((one) => appSource(client, null, one))) } };
}

/** What both windows are to do, for a request that says no task of its own. */
function taskOfWindows({ workflow }: Partial<z.input<typeof JobRequest>>): string | undefined {
  if (workflow?.split === undefined) return undefined;
  const windows = Object.values(workflow.split);
  if (windows.length === 1)
    throw new CommandFailure(
      exitCodes.usage,
      "A split screen has two windows: give --split twice, not once.",
    );
  return windows
    .map(({ app, task }) => `${app}: ${task}`)
    .join("; ")
    .slice(0, 4_000);
}

async function runTask(given: string | undefined, options: RunOptions): Promise<void> {
  const scripted = await scriptSource(options);
  const asked = jobFlags.read(options);
  const ofWindows = taskOfWindows(asked);
  const task = given ?? scripted?.task ?? ofWindows;
  const voice = await spokenTask(options, task);
  if (task === undefined && voice === undefined)
    throw new CommandFailure(
      exitCodes.usage,
      "There is no task: give one in words, or --voice <file>, or --script <file>.",
    );
  const api = await farmClient(options.dir);
  const job = await api.submit(
    { ...asked, ...defined({ task, voice, source: scripted?.source }), ...(await prepared(options)) },
    options.idempotencyKey,
  );
  if (voice !== undefined && !options.detach) await confirmHeard(api, job.jobId, options);
  const ended = await followJob(api, job, options);
  if (ended !== null) await keepHealed(api, ended.jobId, options);
}
