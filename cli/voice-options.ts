import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { mostVoiceBytes, voiceTooLong, voiceTypes } from "#shared/contracts/job/voice.ts";
import type { ApiClient } from "./api-client.ts";
import { askOnTerminal, isAttended } from "./follow/ask-on-terminal.ts";
import { because } from "./terminal/because.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { plain, progress } from "./terminal/terminal.ts";

export interface VoiceFlags {
  readonly voice?: string;
  readonly confirm?: boolean;
}

const endings = Object.keys(voiceTypes).join(", ");

export const withVoiceOptions = (command: Command): Command =>
  command
    .option("--voice <file>", `a recording of the spoken task (${endings})`)
    .option("--confirm", "with --voice: show the transcript, and run it after your yes");

const typeOf = (ending: string) =>
  ending in voiceTypes ? voiceTypes[ending as keyof typeof voiceTypes] : undefined;

/** The task that a file holds, as a request has it; undefined without --voice. @throws CommandFailure */
export async function spokenTask({ voice, confirm = false }: VoiceFlags, task: string | undefined) {
  const misused = (message: string) => new CommandFailure(exitCodes.usage, message);
  if (voice === undefined && confirm)
    throw misused("--confirm shows what was heard: give --voice <file> too.");
  if (voice === undefined) return undefined;
  if (task !== undefined) throw misused("Give a task in words or with --voice, not both.");
  const mediaType = typeOf(path.extname(voice).slice(1).toLowerCase());
  if (mediaType === undefined)
    throw misused(`'${voice}' is not a recording: its name must end in ${endings}.`);
  const bytes = await readFile(voice).catch((error: unknown) => {
    throw misused(`'${voice}' cannot be read: ${because(error)}`);
  });
  if (bytes.length > mostVoiceBytes) throw misused(`'${voice}' ${voiceTooLong}.`);
  return { mediaType, audio: bytes.toString("base64"), confirm };
}

const lookMilliseconds = 500;
/** A service that is slow is tried again for less than that. */
const mostLooks = 240;

/**
 * Says what was heard, and with --confirm asks whether that is to be done: yes lets the job go on, no cancels it. Without anybody
 * at the keyboard it waits, and the terminal says how to continue.
 */
export async function confirmHeard(api: ApiClient, jobId: string, { confirm }: VoiceFlags): Promise<void> {
  const { voice, status } = await heard(api, jobId);
  if (voice?.text === undefined) return;
  progress(`heard: "${plain(voice.text)}"`);
  if (!confirm || status === "finished") return;
  if (!isAttended()) return progress(`to run it: drover resume ${jobId}; to drop it: drover cancel ${jobId}`);
  const answer = await askOnTerminal("run it? [y/N] ");
  if (/^y(es)?$/i.test(answer)) await api.resumeJob(jobId, {});
  else await api.cancel(jobId);
}

/** It is heard before it has a device. */
async function heard(api: ApiClient, jobId: string): Promise<JobResponse> {
  for (let looks = 1; ; looks += 1) {
    const job = await api.job(jobId);
    if (job.status !== "queued" || job.voice?.text !== undefined || looks >= mostLooks) return job;
    await setTimeout(lookMilliseconds);
  }
}
