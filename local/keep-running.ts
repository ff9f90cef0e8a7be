import { ExponentialBackoff, type IBackoff } from "cockatiel";
import { type HostClock, systemClock } from "#device-host/host-clock.ts";
import type { PartStatus } from "./farm-file.ts";

const firstPauseMilliseconds = 200;
const usualLongestPauseMilliseconds = 60_000;
/** A part that ran this long and then ended has another reason than before: it is started again at once. */
const settledMilliseconds = 60_000;

/** What can end by itself: a process, or the engine in this one. */
export interface Endable {
  /** Resolves with how it ended, whoever ended it. */
  readonly ended: Promise<string>;
  /** Idempotent. */
  stop(): Promise<void>;
}

interface KeepRunningOptions<Part extends Endable> {
  readonly name: string;
  readonly start: () => Promise<Part>;
  /** Called with each change after the first start. */
  readonly onChange: (status: PartStatus) => Promise<void>;
  readonly report: (line: string) => void;
  readonly clock?: HostClock;
  /** Between two starts. Absent: a minute. */
  readonly longestPauseMilliseconds?: number;
}

export interface KeptPart<Part extends Endable> {
  /** The newest incarnation; while it waits to be started again, the one that ended. */
  readonly current: Part;
  stop(): Promise<void>;
}

/**
 * Starts a part, and starts it again whenever it ends unasked: with growing pauses and never for the last time, because
 * what ended it (a full disk, a machine without memory) may heal at any time.
 * @throws what the first start throws
 */
export async function keepRunning<Part extends Endable>(
  options: KeepRunningOptions<Part>,
): Promise<KeptPart<Part>> {
  const { name, start, report, clock = systemClock } = options;
  const backoff = new ExponentialBackoff<unknown>({
    initialDelay: firstPauseMilliseconds,
    maxDelay: options.longestPauseMilliseconds ?? usualLongestPauseMilliseconds,
  });
  const stopping = new AbortController();
  let current = await start();
  let restarts = 0;
  let patience: IBackoff<unknown> | undefined;

  /** That a change could not be written down must not end the watch over the part. */
  const tell = (status: PartStatus): Promise<void> =>
    options.onChange(status).catch((error: unknown) => report(`The ${name}: ${messageOf(error)}`));

  const startAgain = async (how: string): Promise<Part | null> => {
    for (let lastEnd = how; ; ) {
      patience = patience ? patience.next(undefined) : backoff.next();
      report(`The ${name} crashed (${lastEnd}); restarting it`);
      const nextStartAt = new Date(clock.now().getTime() + patience.duration).toISOString();
      await tell({ state: "backingOff", restarts, lastEnd, nextStartAt });
      await clock.wait(patience.duration, stopping.signal);
      if (stopping.signal.aborted) return null;
      try {
        return await start();
      } catch (error) {
        lastEnd = messageOf(error);
      }
    }
  };

  const watch = async (): Promise<void> => {
    for (;;) {
      const startedAt = clock.monotonic();
      const lastEnd = await current.ended;
      if (stopping.signal.aborted) return;
      if (clock.monotonic() - startedAt >= settledMilliseconds) patience = undefined;
      const again = await startAgain(lastEnd);
      if (again === null) return;
      current = again;
      if (stopping.signal.aborted) return current.stop();
      restarts += 1;
      await tell({ state: "running", restarts, lastEnd, nextStartAt: null });
    }
  };
  const watching = watch();

  return {
    get current() {
      return current;
    },
    async stop() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
