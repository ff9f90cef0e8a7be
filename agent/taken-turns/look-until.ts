import { turnSignals } from "../callbacks/turn-signals.ts";
import type { Services } from "../runtime/services.ts";

const firstPauseMilliseconds = 50;
const longestPauseMilliseconds = 1_000;
/** Where turns are told in this process, looking only mends what was missed. */
const toldPauseMilliseconds = 2_000;

/**
 * What `look` finds, looked for until it finds something or the seconds are over: at once when the name is told, else after pauses that
 * grow. `isLast`: nobody looks after this time.
 */
export async function lookUntil<Found>(
  name: string,
  seconds: number,
  { now, sleep }: Pick<Services, "now" | "sleep">,
  look: (isLast: boolean, looks: number) => Promise<Found | null>,
): Promise<Found | null> {
  const until = now().getTime() + seconds * 1_000;
  let pause = firstPauseMilliseconds;
  for (let looks = 1; ; looks += 1) {
    const listening = turnSignals.listen(name);
    try {
      const left = until - now().getTime();
      const found = await look(left <= 0, looks);
      if (found !== null || left <= 0) return found;
      pause = turnSignals.isTold ? toldPauseMilliseconds : Math.min(pause * 2, longestPauseMilliseconds);
      await Promise.race([listening.heard, sleep(Math.min(pause, left))]);
    } finally {
      listening.stop();
    }
  }
}
