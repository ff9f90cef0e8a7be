import * as z from "zod";
import type { PlannedWork } from "./farm/workload.ts";
import { ScriptedFault } from "./faults/scripted-faults.ts";

/** What happens instead of what a seed draws. */
export const Scenario = z.strictObject({
  work: z.array(z.custom<PlannedWork>((value) => typeof value === "object")).min(1),
  /** Among which the devices are shared out. There is one tenant. */
  hosts: z.int().min(1).default(1),
  faults: z.array(ScriptedFault).default([]),
  /** Absent: as many as the simulation has by its options. */
  devices: z.int().min(1).optional(),
  /** How long each action of a null device takes, in milliseconds; absent: as the simulation's options say. */
  deviceProfile: z.int().min(0).optional(),
});
export type Scenario = z.infer<typeof Scenario>;
