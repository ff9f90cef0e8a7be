import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import type { Command } from "commander";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportFile, ExportSource } from "#shared/rules/export/export-source.ts";
import { everythingOf } from "#shared/rules/export/handed-on.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { notClean, tellRedaction } from "../../export/report-redaction.ts";
import { sourceFromApi } from "../../export/source-from-api.ts";
import { dirOption, findFarm } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { farmReportSource } from "../../report/farm-report-source.ts";
import { type SiteBatch, writeSite } from "../../report/write-site.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { plain, progress } from "../../terminal/terminal.ts";

interface PublishOptions {
  readonly out: string;
  readonly full?: boolean;
  readonly unredacted?: boolean;
  readonly dir: string;
}

export const publishCommand = (command: Command): Command =>
  command
    .argument("<batch...>", "names or ids of batches, or ids of ended jobs")
    .requiredOption("-o, --out <folder>", "where to, for example site", someText)
    .option("--full", "pictures as they were taken, and what jobs with --debug kept")
    .option("--unredacted", "also with passwords, tokens, e-mail addresses or phone numbers in its texts")
    .option(...dirOption)
    .action(publish);

async function publish(named: readonly string[], options: PublishOptions): Promise<void> {
  const { out, full = false, unredacted = false, dir } = options;
  await checkFree(out);
  const address = await findFarm(dir);
  const redaction = new Redaction();
  const madeAt = new Date().toISOString();
  const all: SiteBatch[] = [];
  for (const name of named) {
    const exported = readingInto(redaction, await sourceFromApi(address, name, {}), everythingOf);
    const source = await farmReportSource(exported, address);
    all.push({ source, downloads: () => downloadsOf(exported, redaction, madeAt) });
  }
  const partial = `${out.replace(/[/\\]+$/, "")}.partial-${process.pid}`;
  try {
    await mkdir(partial, { recursive: true });
    const title = all.map(({ source }) => source.batch?.name ?? "jobs").join(", ");
    const jobs = await writeSite(partial, all, { title, version: packageFile.version, madeAt, full });
    const report = redaction.report();
    if (!report.clean && !unredacted) throw notClean(report, "name batches without it");
    await rm(out, { recursive: true, force: true });
    await rename(partial, out);
    tellRedaction(report);
    progress(plain(`${jobs} ${jobs === 1 ? "job" : "jobs"} in ${out}: open ${out}/index.html`));
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

const downloadFormats = ["csv", "junit"] as const;
const endings = { csv: "csv", junit: "junit.xml" } as const;

/** The results of a batch as tables for other programs. */
async function* downloadsOf(
  source: ExportSource,
  redaction: Redaction,
  exportedAt: string,
): AsyncGenerator<ExportFile & { readonly label: string }> {
  const { batch } = source;
  if (batch === undefined) return;
  const tools = { exportedAt, version: packageFile.version, redaction: () => redaction.report() };
  for (const format of downloadFormats) {
    for await (const { body } of exportFormats[format].write(source, tools))
      yield { label: `${batch.name}, ${format}`, path: `${batch.name}.${endings[format]}`, body };
  }
}

/** A folder with something in it is not replaced: what was there is somebody's. */
async function checkFree(out: string): Promise<void> {
  const found = await stat(out).catch(() => null);
  if (found === null || (found.isDirectory() && (await readdir(out)).length === 0)) return;
  throw new CommandFailure(exitCodes.usage, plain(`${out} is there already.`), [
    "Give --out another name, or remove it.",
  ]);
}
