import { type Input, inputOf, type Output } from "./streams.ts";

/** What a writer finds whose reader has gone (SIGPIPE): it ends without a word. */
export class BrokenPipe extends Error {}

const roomBytes = 64 * 1024;
/** A command that never waits for its reader writes no more than this. */
const mostBytes = 64 * 1024 * 1024;

export interface Pipe {
  readonly input: Input;
  readonly output: Output;
  /** The writer has ended: what was written is still read. */
  endWriting(): void;
  /** The reader has ended: further writes fail. */
  endReading(): void;
}

/** Bytes between two commands that run at the same time. `onBroken` runs at the first write that nobody will read. */
export function openPipe(onBroken: () => void): Pipe {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let state: "open" | "written" | "broken" = "open";
  let wake: (() => void)[] = [];
  const changed = () => {
    const waiting = wake;
    wake = [];
    for (const resume of waiting) resume();
  };
  const change = () => new Promise<void>((resolve) => wake.push(resolve));
  const write = (data: string | Uint8Array) => {
    if (state === "broken") {
      onBroken();
      throw new BrokenPipe();
    }
    const chunk = Buffer.from(data as string);
    if (chunk.length === 0) return;
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error("more than 64 MiB wait in one pipe");
    chunks.push(chunk);
    changed();
  };
  const drained = async () => {
    while (bytes > roomBytes && state === "open") await change();
  };
  const next = async () => {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        bytes -= chunk.length;
        changed();
        return chunk;
      }
      if (state !== "open") return null;
      await change();
    }
  };
  const end = (next: "written" | "broken") => () => {
    if (state !== "broken") state = next;
    changed();
  };
  return {
    input: inputOf(next),
    output: { write, drained },
    endWriting: end("written"),
    endReading: end("broken"),
  };
}
