import { setTimeout } from "node:timers/promises";

/** Asks a server that was started, each fifth of a second for half a minute, until it answers. @throws its last error */
export async function untilReady(ask: () => Promise<unknown>, triesLeft = 150): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (triesLeft === 0) throw error;
    await setTimeout(200);
    await untilReady(ask, triesLeft - 1);
  }
}
