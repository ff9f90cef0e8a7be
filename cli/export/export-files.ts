import type { ExportFilter, ExportFormat } from "#shared/contracts/result/export.ts";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportFile, ExportTools } from "#shared/rules/export/export-source.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import { defined } from "#shared/values/defined.ts";
import packageFile from "../../package.json" with { type: "json" };
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain, plainLines, progress } from "../terminal/terminal.ts";
import type { ExportOptions } from "./export-options.ts";
import { findSource } from "./find-source.ts";
import { notClean, tellRedaction } from "./report-redaction.ts";
import { type Packing, writeExport } from "./write-export.ts";

/** Writes a job or batch in one of the formats that the API writes too; `bundle`: a zip with the recipe that repeats it. */
export async function exportFiles(
  as: ExportFormat | "bundle",
  named: string,
  options: ExportOptions,
): Promise<void> {
  const { only, agree, maxSteps, dedupe } = options;
  const filter: ExportFilter = defined({ only: only && [...only], agree, maxSteps, dedupe });
  const source = await findSource(named, filter, options.dir);
  const isBundle = as === "bundle";
  const format = isBundle ? "zip" : as;
  const { packing, write, draws, handsOn } = exportFormats[format];
  const packed = packing[source.batch === undefined ? "job" : "batch"];
  const redaction = new Redaction();
  const at = new Date();
  const tools: ExportTools = {
    exportedAt: at.toISOString(),
    version: packageFile.version,
    redaction: () => redaction.report(),
    // Drawing and hashing prompts take modules that other formats need not wait for.
    ...(draws ? { animate: (await import("./animate.ts")).animate } : {}),
    ...(isBundle ? { recipe: (await import("../bundle/recipe-of.ts")).recipeOf() } : {}),
  };
  const files = write(readingInto(redaction, source, handsOn), tools);
  const ready = { format, packed, at, unredacted: options.unredacted === true };
  const out = options.out ?? (isBundle ? `${named}.zip` : undefined);
  if (out === undefined) return toStdout(files, redaction, ready);
  await toDisk(files, redaction, { ...ready, out });
  if (isBundle)
    progress(plain(`repeat it with 'drover rerun ${out} --as bundle', or only check it with --verify`));
}

const otherJobs = "choose other jobs with --only, --agree or --max-steps";

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
    throw new CommandFailure(exitCodes.usage, `An export as ${format} is not text: give --out.`, [
      `Give --out a ${packed === "folder" ? "folder, or a .zip" : "file"}.`,
    ]);
  const [file] = await Array.fromAsync(files);
  const report = redaction.report();
  if (!report.clean && !unredacted) throw notClean(report, otherJobs);
  tellRedaction(report);
  const body = file?.body ?? "";
  // On a terminal, bytes of a device must not move the cursor.
  process.stdout.write(process.stdout.isTTY && typeof body === "string" ? plainLines(body) : body);
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
      ? new CommandFailure(exitCodes.usage, "No ended job matches the options.", [
          "Check --only, --agree, --max-steps and --dedupe.",
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
