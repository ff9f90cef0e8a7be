import { spawnSync } from "node:child_process";

/** Null where there is none: a test that needs it says so in its name. */
export const python = spawnSync("python3", ["--version"]).status === 0 ? "python3" : null;

export const notTried = python === null ? " (not tried: there is no python3 here)" : "";
