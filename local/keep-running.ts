import { ExponentialBackoff, handleAll, retry } from "cockatiel";
import type { ChildPart } from "./child-part.ts";

const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: 10_000 });
/** A part that ends sooner than this after its start is not worth starting again at once. */
const settledMilliseconds = 10_000;
const maximumQuickEnds = 3;

interface KeepRunningOptions {
  readonly start: () => Promise<ChildPart>;
  /** Called with each new incarnation after the first. */
  readonly onRestart: (part: ChildPart) => Promise<void>;
  readonly report: (line: string) => void;
}

export interface KeptPart {
  /** The first incarnation. */
  readonly part: ChildPart;
  stop(): Promise<void>;
}

/** Starts a part and starts it again when it ends unasked; gives up, and says so, when it ends at once three times. */
export async function keepRunning({ start, onRestart, report }: KeepRunningOptions): Promise<KeptPart> {
  const stopping = new AbortController();
  const first = await start();
  let current = first;

  const watch = async (): Promise<void> => {
    for (let quickEnds = 0; quickEnds < maximumQuickEnds; ) {
      const startedAt = performance.now();
      const how = await current.ended;
      if (stopping.signal.aborted) return;
      report(`drover ${current.name} ended unasked (${how}); starting it again`);
      quickEnds = performance.now() - startedAt < settledMilliseconds ? quickEnds + 1 : 0;
      current = await retry(handleAll, { maxAttempts: 5, backoff }).execute(start, stopping.signal);
      if (stopping.signal.aborted) return current.stop();
      await onRestart(current);
    }
    report(`drover ${first.name} keeps ending: it is left alone; see its log`);
  };
  const watching = watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) report(`drover ${first.name} could not be started again: ${error}`);
  });

  return {
    part: first,
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
