import type { BatchResponse } from "#shared/contracts/api/responses/batch-response.ts";
import type { BatchId } from "#shared/contracts/values/ids.ts";
import { progress } from "../terminal/terminal.ts";
import type { BatchClient } from "./batch-client.ts";
import { batchLineText, reasonOf } from "./batch-line-text.ts";

export interface WatchOptions {
  readonly signal: AbortSignal;
  /** Where a line can be written over: a terminal. Else only what changes the batch's status is told. */
  readonly live: boolean;
  /** Ends the wait when this is so; absent: when the batch has ended. */
  readonly until?: (batch: BatchResponse) => boolean;
}

/** Tells how a batch goes until it has ended. */
export async function watchBatch(
  client: BatchClient,
  id: BatchId,
  { signal, live, until = () => false }: WatchOptions,
): Promise<BatchResponse> {
  let latest: BatchResponse | undefined;
  let told = "";
  let status = "";
  for await (const { event, data } of client.events(id, signal)) {
    if (event !== "batch") continue;
    latest = data;
    const text = batchLineText(data);
    if (live && text !== told) overwrite(text);
    told = text;
    const now = `batch ${data.name} is ${data.status}${reasonOf(data)}`;
    if (now !== status) tell(now, live);
    status = now;
    if (until(data)) break;
  }
  if (live) overwrite("");
  return latest ?? client.read(id);
}

const clearLine = "\r\u001b[2K";

function tell(line: string, live: boolean): void {
  if (live) process.stderr.write(clearLine);
  progress(line);
}

/** As long as a terminal is wide, so that it stays one line. */
const overwrite = (text: string): boolean =>
  process.stderr.write(`${clearLine}${text.slice(0, Math.max((process.stderr.columns ?? 80) - 1, 20))}`);
