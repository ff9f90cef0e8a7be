import type { Command } from "commander";
import type { ExportTools } from "#shared/rules/export/export-source.ts";
import { everythingOf } from "#shared/rules/export/handed-on.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import { zipExport } from "#shared/rules/export/zip-export.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { type BundleDifference, resultsOf } from "../../bundle/bundle-differences.ts";
import { checkAll, openBundle } from "../../bundle/open-bundle.ts";
import { recipeOf } from "../../bundle/recipe-of.ts";
import { runBundle } from "../../bundle/run-bundle.ts";
import { findSource } from "../../export/find-source.ts";
import { notClean, tellRedaction } from "../../export/report-redaction.ts";
import { writeExport } from "../../export/write-export.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { json, out, plain, progress } from "../../terminal/terminal.ts";

export function bundleCommand(command: Command): Command {
  command
    .argument("<job|batch>", "an ended job's id, or a batch's name or id", someText)
    .option("-o, --out <file>", "the zip to write (default: <job|batch>.zip)", someText)
    .option("--unredacted", "also with passwords, tokens, e-mail addresses or phone numbers in its texts")
    .option(...dirOption)
    .action(make);
  command
    .command("verify")
    .description("check a bundle's sums, sizes, names and form; needs no farm")
    .argument("<zip>", "the bundle", someText)
    .option("--json", "print what it holds as JSON")
    .action(verify);
  command
    .command("run")
    .description("repeat a bundle on this farm and say what differs; ends with 1 when a result does")
    .argument("<zip>", "the bundle", someText)
    .option("--replay", "do its actions again, without asking a model")
    .option("--trust", "with all that it asks for: agents elsewhere, secrets, a wider policy")
    .option("--json", "print what differs as JSON")
    .option(...dirOption)
    .action(run);
  return command;
}

interface MakeOptions {
  readonly out?: string;
  readonly unredacted?: boolean;
  readonly dir: string;
}

async function make(
  named: string,
  { out: file = `${named}.zip`, unredacted, dir }: MakeOptions,
): Promise<void> {
  const source = await findSource(named, {}, dir);
  const redaction = new Redaction();
  const at = new Date();
  const tools: ExportTools = {
    exportedAt: at.toISOString(),
    version: packageFile.version,
    redaction: () => redaction.report(),
    recipe: recipeOf(),
  };
  const files = zipExport(readingInto(redaction, source, everythingOf), tools);
  const written = await writeExport(file, "zip", files, at);
  const report = redaction.report();
  if (written.files === 0 || (!report.clean && !unredacted)) {
    await written.discard();
    throw written.files === 0
      ? new CommandFailure(exitCodes.usage, "No ended job is left to bundle.", [
          "Wait until a job has ended.",
        ])
      : notClean(report, "bundle another job");
  }
  await written.keep();
  tellRedaction(report);
  progress(
    plain(
      `${written.files} files in ${file}; 'drover bundle verify' checks it, 'drover bundle run' repeats it`,
    ),
  );
}

async function verify(file: string, { json: asJson }: { readonly json?: boolean }): Promise<void> {
  const opened = await openBundle(file);
  try {
    await checkAll(file, opened);
    const { bundle, run: held } = opened;
    const { generator, jobs } = bundle;
    if (asJson) return json({ generator, files: held.files.length, jobs: jobs.map(({ jobId }) => jobId) });
    out(
      plain(
        `${file} is whole: ${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}, ${held.files.length} files, written by ${generator}`,
      ),
    );
  } finally {
    await opened.run.close();
  }
}

interface RunOptions {
  readonly replay?: boolean;
  readonly trust?: boolean;
  readonly json?: boolean;
  readonly dir: string;
}

async function run(
  file: string,
  { replay = false, trust = false, json: asJson, dir }: RunOptions,
): Promise<void> {
  const opened = await openBundle(file);
  try {
    await checkAll(file, opened);
    using interrupt = interruptSignal(() => progress("the jobs go on without this command"));
    const ran = await runBundle(opened, await farmClient(dir), { replay, trust, signal: interrupt.signal });
    const all = ran.jobs.flatMap(({ differences }) => differences);
    process.exitCode = all.some(({ what }) => resultsOf.includes(what)) ? 1 : 0;
    if (asJson) return json(ran);
    for (const difference of ran.farm) out(inWords(difference));
    for (const { jobId, repeatedBy, differences } of ran.jobs) {
      out(`${jobId} repeated by ${repeatedBy}: ${differences.length === 0 ? "the same" : "differs"}`);
      for (const difference of differences) out(`  ${inWords(difference)}`);
    }
  } finally {
    await opened.run.close();
  }
}

const inWords = ({ what, bundled, now }: BundleDifference): string =>
  plain(`${what}: ${bundled}, now ${now}`);
