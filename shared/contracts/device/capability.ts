import * as z from "zod";

/**
 * The capability that an action needs; `none`: none. `touchWatch`: telling a person's touches from a program's.
 * `snapshots`: keeping its whole state and going back to it; `forks`: further devices that begin from there.
 */
export const Capability = z.enum([
  "touch",
  "multiTouch",
  "keys",
  "text",
  "apps",
  "browser",
  "splitScreen",
  "touchWatch",
  "snapshots",
  "forks",
  "none",
]);
export type Capability = z.infer<typeof Capability>;

/** Without these no agent can do anything: a job refuses the device. What else is missing is not offered to the model. */
export const neededCapabilities = ["touch", "keys"] as const satisfies readonly Capability[];
