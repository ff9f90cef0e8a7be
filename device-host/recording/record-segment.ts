import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";

export interface SegmentOrder {
  /** Of the recording's own making: no other file of the device is called so. */
  readonly name: string;
  readonly size: ScreenSize;
  readonly bitsPerSecond: number;
  readonly limitSeconds: number;
}

export interface RunningSegment {
  /** On the device. */
  readonly path: string;
  /** Monotonic milliseconds of its first picture. */
  readonly begunAt: number;
  /** Resolves when the device's recorder has ended, whoever ended it. */
  readonly over: Promise<void>;
  /** What the recorder said is wrong, also after it had seemed to begin; null: nothing. */
  complaint(): string | null;
  /** Lets the recorder finish its file. False: nobody knows whether it has stopped. */
  stop(): Promise<boolean>;
}

/** No file of a kind that making room takes away. */
const recordPrefix = "/data/local/tmp/recorded-by-drover-";

/** Androids before 10 say what they do only at the end: the file has been opened by then. */
const beginMilliseconds = 1_500;
const endMilliseconds = 5_000;
const longestSaid = 300;

/**
 * Begins one part of a recording: `screenrecord` continues by itself until its time limit or SIGINT.
 * @throws Error with what the device says when it does not record
 */
export async function recordSegment(
  adb: AdbDevice,
  { name, size, bitsPerSecond, limitSeconds }: SegmentOrder,
  clock: HostClock,
): Promise<RunningSegment> {
  const path = `${recordPrefix}${name}.mp4`;
  const options = {
    size: `${size.width}x${size.height}`,
    "bit-rate": bitsPerSecond,
    "time-limit": limitSeconds,
  };
  const words = Object.entries(options).flatMap(([option, value]) => [`--${option}`, String(value)]);
  const hangUp = new AbortController();
  const opened = clock.monotonic();
  let said = "";
  let isOver = false;
  let begin = (): void => {};
  const begun = new Promise<number>((resolve) => {
    begin = () => resolve(clock.monotonic());
  });
  const over = adb
    .follow(
      ["screenrecord", "--verbose", ...words, path],
      (line) => {
        if (line.startsWith("Content area is")) begin();
        said = `${said} ${line}`.slice(-longestSaid);
      },
      hangUp.signal,
    )
    .then(() => {
      isOver = true;
    });
  const enough = new AbortController();
  const begunAt = await Promise.race([
    begun,
    over.then(() => null),
    clock.wait(beginMilliseconds, enough.signal).then(() => opened),
  ]);
  enough.abort();
  if (begunAt === null) throw new Error(said.trim() || "screenrecord did not start");
  return {
    path,
    begunAt,
    over,
    complaint: () => /(ERROR|unable).*/i.exec(said)?.[0] ?? null,
    async stop() {
      if (isOver) return true;
      // Its own command line must not fit, nor that of the shell around it.
      const pattern = `^screenrecord.*[r]ecorded-by-drover-${name}`;
      const sent = await adb.write([["pkill", "-INT", "-f", pattern]]).catch(() => null);
      if (sent !== null) await waitFor(over, clock, endMilliseconds);
      if (!isOver) hangUp.abort();
      return sent !== null && isOver;
    },
  };
}

async function waitFor(over: Promise<void>, clock: HostClock, milliseconds: number): Promise<void> {
  const enough = new AbortController();
  await Promise.race([over, clock.wait(milliseconds, enough.signal)]);
  enough.abort();
}
