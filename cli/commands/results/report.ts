import { rename, rm, stat } from "node:fs/promises";
import type { Command } from "commander";
import { everythingOf } from "#shared/rules/export/handed-on.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { tellRedaction } from "../../export/report-redaction.ts";
import { sourceFromApi } from "../../export/source-from-api.ts";
import { dirOption, findFarm } from "../../find-farm.ts";
import { someText } from "../../options/option-values.ts";
import { farmReportSource } from "../../report/farm-report-source.ts";
import { writeOneFile } from "../../report/write-one-file.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { plain, progress } from "../../terminal/terminal.ts";

interface ReportOptions {
  readonly out: string;
  readonly full?: boolean;
  readonly dir: string;
}

export const reportCommand = (command: Command): Command =>
  command
    .argument("<job|batch>", "an ended job's id, or a batch's name or id", someText)
    .requiredOption("-o, --out <file>", "where to, for example report.html", someText)
    .option("--full", "pictures as they were taken, and what a job with --debug kept")
    .option(...dirOption)
    .action(writeReport);

async function writeReport(named: string, { out, full = false, dir }: ReportOptions): Promise<void> {
  const found = await stat(out).catch(() => null);
  if (found?.isDirectory()) {
    throw new CommandFailure(exitCodes.usage, plain(`${out} is a folder.`), [
      "Give --out a file's name, for example report.html.",
    ]);
  }
  const address = await findFarm(dir);
  const exported = await sourceFromApi(address, named, {});
  const redaction = new Redaction();
  const source = await farmReportSource(readingInto(redaction, exported, everythingOf), address);
  const partial = `${out}.partial-${process.pid}`;
  try {
    const jobs = await writeOneFile(partial, source, {
      title: exported.batch?.name ?? `Job ${named.slice(-6)}`,
      version: packageFile.version,
      madeAt: new Date().toISOString(),
      full,
    });
    await rename(partial, out);
    tellRedaction(redaction.report());
    progress(plain(`${jobs} ${jobs === 1 ? "job" : "jobs"} in ${out}`));
  } finally {
    await rm(partial, { force: true });
  }
}
