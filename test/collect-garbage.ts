import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// As a flag of the process it would be the service thread's too, which takes no such flag.
setFlagsFromString("--expose-gc");

/** Frees what nobody refers to. What a WeakRef was asked for lives until the turn of the event loop ends. */
export const collectGarbage = runInNewContext("gc") as () => void;
