import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { compileScript } from "#agent/script/compile-script.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { writeScript } from "../../options/script-file.ts";
import { readOrigin } from "../../read-trajectory.ts";
import { out, plainLines, progress } from "../../terminal/terminal.ts";

interface ScriptOptions {
  readonly dir: string;
  readonly out?: string;
}

export const scriptCommand = (command: Command): Command =>
  command
    .argument("<job-or-file>", "an ended job's id, or an exported trajectory", someText)
    .option("--out <file>", "write it there, as YAML", someText)
    .option(...dirOption)
    .addHelpText("after", "\nRun it with: drover run --script <file>")
    .action(writeJobScript);

async function writeJobScript(given: string, options: ScriptOptions): Promise<void> {
  const origin = await readOrigin(given);
  const { script, notes } =
    "jobId" in origin
      ? await (await farmClient(options.dir)).script(origin.jobId)
      : compileScript(origin.trajectory);
  for (const note of notes) progress(`note: ${plainLines(note)}`);
  const text = writeScript(script);
  if (options.out === undefined) return out(plainLines(text.trimEnd()));
  await writeFile(options.out, text);
  progress(`${script.steps.length} lines in ${options.out}`);
}
