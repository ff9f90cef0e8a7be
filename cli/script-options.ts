import { type Command, InvalidArgumentError } from "commander";
import { filledScript } from "#agent/script/script-recording.ts";
import type { JobSourceRequest } from "#shared/contracts/step/job-source.ts";
import { ScriptParameters } from "#shared/contracts/step/script.ts";
import type { ApiClient } from "./api-client.ts";
import { someText } from "./options/option-values.ts";
import { readScriptFile, writeHealed } from "./options/script-file.ts";
import { plain, progress } from "./terminal/terminal.ts";

export interface ScriptFlags {
  readonly script?: string;
  readonly set?: ScriptParameters;
  /** Absent: a line is healed for this run alone. */
  readonly heal?: boolean;
}

function parameter(value: string, all: ScriptParameters = {}): ScriptParameters {
  const at = value.indexOf("=");
  const parsed = ScriptParameters.safeParse({ [value.slice(0, at)]: value.slice(at + 1) });
  if (at < 1 || !parsed.success) throw new InvalidArgumentError("Give name=value.");
  return { ...all, ...parsed.data };
}

export const withScriptOptions = (command: Command): Command =>
  command
    .option("--script <file>", "run this script (drover rerun --as script) without a model", someText)
    .option("--set <name=value>", "with --script, the value of {{name}}; repeatable", parameter)
    .option("--heal", "with --script, write the lines that a model healed to the file")
    .option("--no-heal", "with --script, do not ask a model for missing elements");

/** The source of a job that runs the script, and what the script says it does. */
export async function scriptSource({
  script: file,
  set: parameters = {},
  heal,
}: ScriptFlags): Promise<{ readonly source: JobSourceRequest; readonly task: string } | undefined> {
  if (file === undefined) return undefined;
  const { script } = await readScriptFile(file);
  const { task } = filledScript(script, parameters);
  return { task, source: { kind: "script", script, parameters, heal: heal !== false } };
}

/** Says what was healed, and writes it into the file when that is wanted. */
export async function keepHealed(
  api: ApiClient,
  jobId: string,
  { script: file, heal }: ScriptFlags,
): Promise<void> {
  if (file === undefined) return;
  const { healed } = await api.script(jobId);
  if (healed.length === 0) return;
  for (const { line, now } of healed) progress(plain(`line ${line} was healed: ${JSON.stringify(now)}`));
  if (heal !== true) return progress(`save it with --heal, or see: drover show ${jobId}`);
  await writeHealed(file, healed);
  progress(`${file} was updated`);
}
