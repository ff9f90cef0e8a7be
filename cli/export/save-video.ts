import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import type { ScreenRecording } from "#shared/contracts/device/screen-recording.ts";
import { recordingWords } from "#shared/rules/steps/recording-words.ts";
import { farmClient } from "../farm-client.ts";
import { jobId } from "../options/option-values.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { jsonList, out, plain, progress } from "../terminal/terminal.ts";
import type { ExportOptions } from "./export-options.ts";

/** The videos of a job that ran with --record, and captions and chapters beside each; with `json`, only what there is. */
export async function saveVideo(id: string, options: ExportOptions): Promise<void> {
  const job = await (await farmClient(options.dir)).job(jobId(id));
  const { recordings = [] } = job;
  if (options.json) return jsonList({ items: recordings });
  if (recordings.length === 0) throw none(job);
  const named = options.out ?? `${id}.mp4`;
  const saved = await Promise.all(
    recordings.map((recording, index) => saveOne(job, recording, numbered(named, index))),
  );
  if (!saved.includes(true)) throw new CommandFailure(exitCodes.error, "There is no video to save.");
}

/** Of its further devices. */
const numbered = (file: string, index: number): string =>
  index === 0 ? file : file.replace(/(\.[^.\\/]*)?$/, `-${index + 1}$1`);

function none({ status, record }: JobResponse): CommandFailure {
  if (record === undefined || record === false)
    return new CommandFailure(exitCodes.error, "The job was not recorded.", ["Run it with --record."]);
  const later = status === "finished" ? "" : " yet: it is stored when the job releases its device";
  return new CommandFailure(exitCodes.error, `There is no recording${later}.`);
}

/** The video, and captions and chapters beside it. Whether there is a video. */
async function saveOne({ links }: JobResponse, recording: ScreenRecording, file: string): Promise<boolean> {
  const { epoch } = recording;
  progress(plain(recordingWords(recording)));
  const video = links[`recording-${epoch}`];
  if (video === undefined) return false;
  const beside = file.replace(/\.mp4$/, "");
  await download(video, file);
  for (const part of ["captions", "chapters"] as const) {
    const link = links[`${part}-${epoch}`];
    if (link !== undefined) await download(link, `${beside}.${part}.vtt`);
  }
  out(plain(file));
  return true;
}

async function download(link: string, file: string): Promise<void> {
  try {
    const response = await fetch(link);
    if (!response.ok || response.body === null) throw new Error(`its link answered ${response.status}`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(file));
  } catch (error) {
    await rm(file, { force: true });
    throw new CommandFailure(exitCodes.error, `${file} was not written: ${because(error)}.`, [
      "Run the same command again.",
    ]);
  }
}
