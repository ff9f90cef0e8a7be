import { writeFile } from "node:fs/promises";
import { compileScript } from "#agent/script/compile-script.ts";
import { farmClient } from "./farm-client.ts";
import { writeScript } from "./options/script-file.ts";
import { readOrigin } from "./read-trajectory.ts";
import { out, plainLines, progress } from "./terminal/terminal.ts";

interface ScriptOptions {
  readonly dir: string;
  readonly out?: string;
}

/** An ended job as a script that runs without a model and that a person can change. */
export async function writeJobScript(given: string, options: ScriptOptions): Promise<void> {
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
