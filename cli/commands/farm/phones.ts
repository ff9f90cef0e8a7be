import path from "node:path";
import { parseArgs } from "node:util";
import { phonesUsage, readPhonesArguments, startPhonesServer, UsageError } from "@drover/virtual-android";
import { readTranscript } from "#device-host/adb-transcript/read-transcript.ts";
import { replayAdb } from "#device-host/adb-transcript/replay-adb.ts";
import { recordedSerial } from "#shared/contracts/device/adb-transcript.ts";
import { packageCommand } from "../../package-command.ts";
import type { Part } from "../../run-part.ts";
import { plain, progress } from "../../terminal/terminal.ts";

interface ReplayOptions {
  readonly transcript: string;
  readonly port: number;
  /** Nothing is kept. */
  readonly dir?: never;
}

type PhonesOptions = NonNullable<ReturnType<typeof readPhonesArguments>>;

export const phonesCommand = packageCommand<PhonesOptions | ReplayOptions>({
  dir: path.join(".drover", "phones"),
  usage: (program, dir) => `${phonesUsage(program, dir).trimEnd()}
  --replay <file>       instead of virtual phones, the device of a transcript
                        that 'drover hosts doctor --deep --record-adb' wrote;
                        takes no other option but --port
`,
  read: (args, dir) => readReplay(args) ?? readPhonesArguments(args, dir),
  start: (options) => ("transcript" in options ? startReplay(options) : startPhonesServer(options)),
  UsageError,
});

/** Null: the arguments ask for no replay. */
function readReplay(args: readonly string[]): ReplayOptions | null {
  if (!args.some((word) => /^--replay(=|$)/.test(word))) return null;
  try {
    const options = { replay: { type: "string" }, port: { type: "string", default: "0" } } as const;
    const { replay = "", port } = parseArgs({ args: [...args], options }).values;
    if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return { transcript: replay, port: Number(port) };
  } catch (cause) {
    throw new UsageError(`${(cause as Error).message} With --replay, give only --port.`, { cause });
  }
  throw new UsageError("give --port a whole number from 0 to 65535");
}

async function startReplay({ transcript, port }: ReplayOptions): Promise<Part> {
  const read = await readTranscript(transcript);
  const replay = await replayAdb(read, { port, onRefused: (reason) => progress(plain(reason)) });
  return {
    ready: { adbHost: "127.0.0.1", adbPort: replay.port, serials: [recordedSerial] },
    close: async () => {
      if (replay.refused > 0) progress(`${replay.refused} requests were not recorded and were refused`);
      await replay.close();
    },
  };
}
