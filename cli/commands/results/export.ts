import { type Command, InvalidArgumentError, Option } from "commander";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { type ExportFilter, ExportFormat } from "#shared/contracts/result/export.ts";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportFile, ExportTools } from "#shared/rules/export/export-source.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import { defined } from "#shared/values/defined.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { findSource } from "../../export/find-source.ts";
import { notClean, tellRedaction } from "../../export/report-redaction.ts";
import { type Packing, writeExport } from "../../export/write-export.ts";
import { dirOption } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { plain, progress } from "../../terminal/terminal.ts";

interface ExportOptions {
  readonly format: ExportFormat;
  readonly out?: string;
  readonly only?: readonly JobOutcome[];
  readonly agree?: boolean;
  readonly maxSteps?: number;
  readonly dedupe?: boolean;
  readonly unredacted?: boolean;
  readonly dir: string;
}

function outcomes(value: string): readonly JobOutcome[] {
  return value.split(",").map((name) => {
    const parsed = JobOutcome.safeParse(name.trim());
    if (!parsed.success)
      throw new InvalidArgumentError(`Give one or more of ${JobOutcome.options.join(", ")}.`);
    return parsed.data;
  });
}

export const exportCommand = (command: Command): Command =>
  command
    .argument(
      "<job|batch>",
      "an ended job's id, a batch's name or id, or an exported .zip or .json",
      someText,
    )
    .addOption(
      new Option("--format <format>", "how it is written (docs/exports.md)")
        .choices(ExportFormat.options)
        .makeOptionMandatory(),
    )
    .option("-o, --out <file|folder>", "where to; a single text file goes to stdout without it", someText)
    .option("--only <outcomes>", "only jobs that ended so, for example succeeded", outcomes)
    .option("--agree", "only jobs whose agent said what the device showed")
    .option("--max-steps <n>", "only jobs with no more steps", wholeNumber(0, 100_000))
    .option("--dedupe", "of jobs that did the same on the same screens, the first alone")
    .option("--unredacted", "also with passwords, tokens, e-mail addresses or phone numbers in its texts")
    .option(...dirOption)
    .action(exportJobs);

async function exportJobs(named: string, options: ExportOptions): Promise<void> {
  const { format } = options;
  const { only, agree, maxSteps, dedupe } = options;
  const filter: ExportFilter = defined({ only: only && [...only], agree, maxSteps, dedupe });
  const source = await findSource(named, filter, options.dir);
  const { packing, write, draws, handsOn } = exportFormats[format];
  const packed = packing[source.batch === undefined ? "job" : "batch"];
  const redaction = new Redaction();
  const at = new Date();
  const tools: ExportTools = {
    exportedAt: at.toISOString(),
    version: packageFile.version,
    redaction: () => redaction.report(),
    // Drawing takes a library that other formats need not wait for.
    ...(draws ? { animate: (await import("../../export/animate.ts")).animate } : {}),
  };
  const files = write(readingInto(redaction, source, handsOn), tools);
  const ready = { format, packed, at, unredacted: options.unredacted === true };
  if (options.out === undefined) await toStdout(files, redaction, ready);
  else await toDisk(files, redaction, { ...ready, out: options.out });
}

const otherJobs = "take other jobs with --only, --agree or --max-steps";

interface Ready {
  readonly format: ExportFormat;
  readonly packed: Packing;
  readonly at: Date;
  readonly unredacted: boolean;
}

async function toStdout(
  files: AsyncIterable<ExportFile>,
  redaction: Redaction,
  { format, packed, unredacted }: Ready,
): Promise<void> {
  if (packed !== "file" || format === "gif")
    throw new CommandFailure(exitCodes.usage, `An export as ${format} is no text: say where to write it.`, [
      `Give --out a ${packed === "folder" ? "folder, or a .zip" : "file"}.`,
    ]);
  const [file] = await Array.fromAsync(files);
  const report = redaction.report();
  if (!report.clean && !unredacted) throw notClean(report, otherJobs);
  tellRedaction(report);
  if (file !== undefined) process.stdout.write(file.body);
}

async function toDisk(
  files: AsyncIterable<ExportFile>,
  redaction: Redaction,
  { out, packed, at, unredacted }: Ready & { readonly out: string },
): Promise<void> {
  const how = packed === "folder" && /\.zip$/i.test(out) ? "zip" : packed;
  const written = await writeExport(out, how, files, at);
  const report = redaction.report();
  const refusal =
    written.files === 0
      ? new CommandFailure(exitCodes.usage, "No ended job is left to export.", [
          "See what --only, --agree, --max-steps and --dedupe leave out.",
        ])
      : report.clean || unredacted
        ? null
        : notClean(report, otherJobs);
  if (refusal !== null) {
    await written.discard();
    throw refusal;
  }
  await written.keep();
  tellRedaction(report);
  progress(plain(`${written.files} ${written.files === 1 ? "file" : "files"} in ${out}`));
}
