import type { Command } from "commander";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { jobId } from "../../options/option-values.ts";
import { readJsonFile } from "../../options/read-json-file.ts";
import { reportJudgement } from "../../report/judgement-report.ts";
import { json, out, plain } from "../../terminal/terminal.ts";

interface JudgeOptions {
  readonly dir: string;
  readonly validators?: unknown;
  readonly changes?: unknown;
  readonly json?: boolean;
}

export const judgeCommand = (command: Command): Command =>
  command
    .argument("<job>", "the id of a job that has ended", jobId)
    .option("--validators <file>", "other checks, as a JSON list, of what was read then", readJsonFile)
    .option("--changes <file>", "other changes to allow and forbid, as a JSON object", readJsonFile)
    .option("--json", "print the verdict as JSON")
    .option(...dirOption)
    .action(judgeAgain);

async function judgeAgain(id: string, options: JudgeOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const { validators, changes } = options;
  const verdict = await api.judge(id, {
    ...(validators === undefined ? {} : { validators }),
    ...(changes === undefined ? {} : { changes }),
  });
  if (options.json) return json(verdict);
  const line = (name: string, value: string): void =>
    out(`${`${name}${name === "" ? "" : ":"}`.padEnd(12)} ${plain(value)}`);
  line("verdict", [verdict.verdict, verdict.verdictReason].filter(Boolean).join(": "));
  reportJudgement({ ...verdict, judgement: verdict.results }, line);
}
