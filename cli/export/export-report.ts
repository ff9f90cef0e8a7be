import { mkdir } from "node:fs/promises";
import { exportFormats } from "#shared/rules/export/export-formats.ts";
import type { ExportFile, ExportSource } from "#shared/rules/export/export-source.ts";
import { everythingOf } from "#shared/rules/export/handed-on.ts";
import { Redaction, readingInto } from "#shared/rules/export/redaction.ts";
import packageFile from "../../package.json" with { type: "json" };
import { findFarm } from "../find-farm.ts";
import { farmReportSource } from "../report/farm-report-source.ts";
import { writeOneFile } from "../report/write-one-file.ts";
import { type SiteBatch, writeSite } from "../report/write-site.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain, progress } from "../terminal/terminal.ts";
import type { ExportOptions } from "./export-options.ts";
import { notClean, tellRedaction } from "./report-redaction.ts";
import { sourceFromApi } from "./source-from-api.ts";
import { writeBeside } from "./write-export.ts";

/** Writes jobs and batches for people: a report is one page with everything in it, a site is a folder of pages. */
export async function exportReport(
  as: "report" | "site",
  named: readonly string[],
  { out, full = false, unredacted = false, dir }: ExportOptions,
): Promise<void> {
  if (out === undefined)
    throw new CommandFailure(exitCodes.usage, `The output of the ${as} is missing.`, [
      `Give --out, for example ${as === "report" ? "--out report.html" : "--out site"}.`,
    ]);
  const address = await findFarm(dir);
  const redaction = new Redaction();
  const madeAt = new Date().toISOString();
  const all: SiteBatch[] = [];
  const written = await writeBeside(out, as === "report" ? "file" : "folder", async (partial) => {
    for (const name of named) {
      const exported = readingInto(redaction, await sourceFromApi(address, name, {}), everythingOf);
      const source = await farmReportSource(exported, address);
      all.push({ source, downloads: () => downloadsOf(exported, redaction, madeAt) });
    }
    const [first] = all;
    const title = all.map(({ source }) => source.batch?.name ?? `Job ${named[0]?.slice(-6)}`).join(", ");
    const made = { title, version: packageFile.version, madeAt, full };
    if (as === "report" && first !== undefined) return writeOneFile(partial, first.source, made);
    await mkdir(partial, { recursive: true });
    return writeSite(partial, all, made);
  });
  const report = redaction.report();
  // A report is read by who made it; a site is for everybody.
  if (as === "site" && !report.clean && !unredacted) {
    await written.discard();
    throw notClean(report, "omit it for batches");
  }
  await written.keep();
  tellRedaction(report);
  const where = as === "site" ? `${out}: open ${out}/index.html` : out;
  progress(plain(`${written.files} ${written.files === 1 ? "job" : "jobs"} in ${where}`));
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
