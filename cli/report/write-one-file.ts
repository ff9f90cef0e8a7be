import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReportBatch, ReportIndex, ReportLine } from "#shared/contracts/api/report.ts";
import { reportBlock } from "#shared/rules/report-names.ts";
import { dataBlock, oneFileFrame, packedJson, readReportParts } from "./report-page.ts";
import type { ReportSource } from "./report-source.ts";
import { jobForReport, reportLine } from "./reported-job.ts";
import { type ReportPicture, scalingFor, unscaled } from "./scaled-picture.ts";

export interface OneFile {
  readonly title: string;
  readonly version: string;
  readonly madeAt: string;
  /** Pictures as they were taken, and what was kept for debugging. */
  readonly full: boolean;
}

/** Writes everything into one page; nothing of a job is held longer than it takes. Gives how many jobs there are. */
export async function writeOneFile(out: string, source: ReportSource, made: OneFile): Promise<number> {
  let jobs = 0;
  const counted = async function* (): AsyncGenerator<string> {
    for await (const piece of piecesOf(source, made)) {
      jobs += piece.isJob ? 1 : 0;
      yield piece.text;
    }
  };
  await pipeline(Readable.from(counted()), createWriteStream(out));
  return jobs;
}

interface Piece {
  readonly text: string;
  readonly isJob?: boolean;
}

async function* piecesOf(
  source: ReportSource,
  { title, version, madeAt, full }: OneFile,
): AsyncGenerator<Piece> {
  const { head, foot } = oneFileFrame(title, await readReportParts());
  yield { text: head };
  const scaling = full ? unscaled : scalingFor(source.pictures);
  const written = new Set<string>();
  const lines: ReportLine[] = [];
  const batches = batchesOf(source);
  for await (const reported of source.jobs()) {
    const waiting: ReportPicture[] = [];
    const onPicture = async (picture: ReportPicture): Promise<void> => {
      if (written.has(picture.name)) return;
      written.add(picture.name);
      waiting.push(picture);
    };
    const job = await jobForReport(reported, { scaling, full, onPicture });
    for (const { name, bytes } of waiting)
      yield { text: dataBlock(reportBlock.picture(name), Buffer.from(bytes).toString("base64")) };
    yield { text: dataBlock(reportBlock.job(job.job.jobId), await packedJson(job)), isJob: true };
    lines.push(reportLine(reported, source.batch?.batchId));
  }
  const index: ReportIndex = {
    schemaVersion: 1,
    madeAt,
    version,
    title,
    layout: "one file",
    batches,
    jobs: lines,
    downloads: [],
  };
  yield { text: dataBlock(reportBlock.index, await packedJson(index)) };
  yield { text: foot };
}

export const batchesOf = ({ batch }: ReportSource): readonly ReportBatch[] =>
  batch === undefined ? [] : [batch];
