import type { Command } from "commander";
import { JobId } from "#shared/contracts/values/ids.ts";
import { defined } from "#shared/values/defined.ts";
import { type ApiClient, createApiClient } from "../../api-client.ts";
import { rejudge } from "../../batch/rejudge.ts";
import { type FarmFlags, findFarm, withFarmFlags } from "../../find-farm.ts";
import { jobIfThere } from "../../job-if-there.ts";
import { someText } from "../../options/option-values.ts";
import { readJsonFile } from "../../options/read-json-file.ts";
import { reportJudgement } from "../../report/judgement-report.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, out, plain } from "../../terminal/terminal.ts";

interface JudgeOptions extends FarmFlags {
  readonly validators?: string;
  readonly changes?: unknown;
}

export const judgeCommand = (command: Command): Command =>
  withFarmFlags(
    command
      .argument("<job|batch>", "an ended job's id, or a batch's name or id", someText)
      .option(
        "--validators <file>",
        "other checks as a JSON list; for a batch also one list per task id, or its tasks file",
        someText,
      )
      .option("--changes <file>", "for a job: other changes to allow and forbid, as JSON", readJsonFile),
    "print the verdict, or every verdict of a batch, as JSON",
  ).action(judge);

async function judge(named: string, options: JudgeOptions): Promise<void> {
  const { validators, changes } = options;
  const farm = await findFarm(options.dir);
  const api = createApiClient(farm);
  if (JobId.safeParse(named).success && (await jobIfThere(api, named)) !== null)
    return judgeJob(api, named, options);
  if (changes !== undefined || validators === undefined)
    throw new CommandFailure(
      exitCodes.usage,
      `There is no job '${named}', and a batch is judged by --validators.`,
      ["Give --validators <file> and no --changes, or a job's id of 'drover jobs'."],
    );
  await rejudge(farm, named, { ...options, validators });
}

async function judgeJob(api: ApiClient, id: string, options: JudgeOptions): Promise<void> {
  const { validators: file, changes } = options;
  const validators = file === undefined ? undefined : readJsonFile(file);
  const verdict = await api.judge(id, defined({ validators, changes }));
  if (options.json) return json(verdict);
  const line = (name: string, value: string): void =>
    out(`${`${name}${name === "" ? "" : ":"}`.padEnd(12)} ${plain(value)}`);
  line("verdict", [verdict.verdict, verdict.verdictReason].filter(Boolean).join(": "));
  reportJudgement({ ...verdict, judgement: verdict.results }, line);
}
