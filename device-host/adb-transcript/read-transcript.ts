import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { type TranscriptExchange, TranscriptLine } from "#shared/contracts/device/adb-transcript.ts";
import { DroverError } from "#shared/errors/drover-error.ts";

export interface Transcript {
  readonly listed: string;
  /** In the order in which they began. */
  readonly exchanges: readonly TranscriptExchange[];
}

const mostExchanges = 100_000;

/** @throws ConfigurationInvalid that names the file, the line and what is wrong */
export async function readTranscript(file: string): Promise<Transcript> {
  const refused = (why: string, cause?: unknown) =>
    new DroverError("ConfigurationInvalid", `${file} is no transcript of adb: ${why}.`, {
      cause,
      advice: ["Record one with 'drover hosts doctor --deep --record-adb <file>'."],
    });
  let head: Extract<TranscriptLine, { kind: "transcript" }> | undefined;
  const exchanges: TranscriptExchange[] = [];
  let number = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      number += 1;
      const line = lineOf(text, number, refused);
      if ((number === 1) !== (line.kind === "transcript"))
        throw refused("its first line, and no other, is the head");
      if (line.kind === "transcript") head = line;
      else if (line.kind === "exchange") exchanges.push(line);
      if (exchanges.length > mostExchanges) throw refused(`it has more than ${mostExchanges} exchanges`);
    }
  } catch (error) {
    if (error instanceof DroverError) throw error;
    throw refused(`it cannot be read: ${(error as Error).message}`, error);
  }
  if (head === undefined) throw refused("it is empty");
  return { listed: head.listed, exchanges: exchanges.sort((one, other) => one.number - other.number) };
}

type Refused = (why: string) => DroverError;

function lineOf(text: string, number: number, refused: Refused): TranscriptLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(`line ${number} is not JSON`);
  }
  const parsed = TranscriptLine.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refused(`line ${number}: ${issue?.path.join(".") || "it"} ${issue?.message ?? "is wrong"}`);
}
