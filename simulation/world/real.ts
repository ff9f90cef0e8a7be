import { setImmediate as nextTurn } from "node:timers/promises";

/** What this machine has, kept before world.ts replaces it. Only the simulator itself uses it. */
export const real = {
  Date: globalThis.Date,
  nextTurn,
};
