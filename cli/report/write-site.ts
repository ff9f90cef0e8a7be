import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ReportBatch, ReportIndex, ReportLine } from "#shared/contracts/api/report.ts";
import type { ExportFile } from "#shared/rules/export/export-source.ts";
import { reportBlock, sitePaths } from "#shared/rules/report-names.ts";
import { dataBlock, packedJson, readReportParts, siteFrame } from "./report-page.ts";
import type { ReportSource } from "./report-source.ts";
import { jobForReport, reportLine } from "./reported-job.ts";
import { type ReportPicture, scalingFor, unscaled } from "./scaled-picture.ts";
import { batchesOf, type OneFile } from "./write-one-file.ts";

/** A batch of a site, with files to be downloaded beside it. */
export interface SiteBatch {
  readonly source: ReportSource;
  readonly downloads: () => AsyncIterable<ExportFile & { readonly label: string }>;
}

/** Writes pages that any web server can serve and any browser can open from a disk: a front page, and one for each job. */
export async function writeSite(folder: string, all: readonly SiteBatch[], site: OneFile): Promise<number> {
  const write = async (name: string, body: string | Uint8Array): Promise<void> => {
    const file = path.join(folder, ...name.split("/"));
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, body);
  };
  const { script, style } = await readReportParts();
  await write("report.js", script);
  await write("report.css", style);
  const shared = { schemaVersion: 1, version: site.version, madeAt: site.madeAt } as const;
  const batches: ReportBatch[] = [];
  const jobs: ReportLine[] = [];
  const downloads: ReportIndex["downloads"][number][] = [];
  for (const { source, downloads: files } of all) {
    const named = batchesOf(source);
    batches.push(...named);
    for await (const { label, path: name, body } of files()) {
      await write(`downloads/${name}`, body);
      downloads.push({ label, path: `downloads/${name}` });
    }
    for await (const line of writeJobs(source, site, write, (title, line) => ({
      ...shared,
      title,
      layout: "job of a site",
      // For its name: the job's page leads back to the front one, which has the rest.
      batches: named.map((batch) => ({ ...batch, statistics: null, causes: null })),
      jobs: [line],
      downloads: [],
    })))
      jobs.push(line);
  }
  const { title } = site;
  const index: ReportIndex = { ...shared, title, layout: "site", batches, jobs, downloads };
  const { head, foot } = siteFrame(title, "");
  await write("index.html", `${head}${dataBlock(reportBlock.index, await packedJson(index))}${foot}`);
  return jobs.length;
}

async function* writeJobs(
  source: ReportSource,
  { full }: OneFile,
  write: (name: string, body: string | Uint8Array) => Promise<void>,
  indexOf: (title: string, line: ReportLine) => ReportIndex,
): AsyncGenerator<ReportLine> {
  const scaling = full ? unscaled : scalingFor(source.pictures);
  const written = new Set<string>();
  const onPicture = async ({ name, bytes }: ReportPicture): Promise<void> => {
    if (written.has(name)) return;
    written.add(name);
    await write(sitePaths.picture(name), bytes);
  };
  for await (const reported of source.jobs()) {
    const job = await jobForReport(reported, { scaling, full, onPicture });
    const line = reportLine(reported, source.batch?.batchId);
    const title = line.task || line.jobId;
    const { head, foot } = siteFrame(title, "../");
    const blocks = [
      dataBlock(reportBlock.index, await packedJson(indexOf(title, line))),
      dataBlock(reportBlock.job(line.jobId), await packedJson(job)),
    ];
    await write(sitePaths.job(line.jobId), `${head}${blocks.join("")}${foot}`);
    yield line;
  }
}
