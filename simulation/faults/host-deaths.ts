import { AsyncLocalStorage } from "node:async_hooks";
import { killHost } from "./effects.ts";
import type { Drawn } from "./planned-faults.ts";

const oneIn = 40;
const second = 1_000;

/** Hosts die, or their machines lose power, about when they do something to a device: what they know of it is what matters then. */
export const hostDeaths = ({ random, ...stage }: Drawn) => {
  // What a dying process starts dies with it.
  const outside = AsyncLocalStorage.snapshot();
  return (line: string, host: Drawn["farm"]["hosts"][number]): void => {
    const { faults, world } = stage;
    if (!line.includes('"message":"acting"')) return;
    const [isDeath, isPowerCut] = [
      faults.isDue("processes", random, oneIn),
      faults.isDue("disk", random, oneIn),
    ];
    const [later, away] = [random.between(0, second), random.between(second, 20 * second)];
    if (!isDeath && !isPowerCut) return;
    const kind = isPowerCut ? "disk" : "processes";
    const what = `${host.name} ${isPowerCut ? "loses power" : "dies"} for ${away} ms, ${later} ms after it began to act`;
    if (!faults.begins(kind, what)) return;
    const { process } = host;
    outside(() =>
      world.time.after(later, () => {
        if (host.process === process && host.isRunning)
          void killHost(stage, host, away, isPowerCut ? "power" : "process");
      }),
    );
  };
};
