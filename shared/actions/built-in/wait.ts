import * as z from "zod";
import { defineBuiltIn, once } from "../action-definition.ts";

const longestMilliseconds = 60_000;
const parameters = z.strictObject({ duration: z.int().min(1).max(longestMilliseconds) });

export const wait = defineBuiltIn({
  name: "wait",
  description: `ms, at most ${longestMilliseconds}.`,
  parameters,
  aliases: ["sleep", "pause", "delay"],
  kind: "none",
  facts: { changesScreen: false, repeatable: "never", presses: "nothing", anywhere: true, script: "wait" },
  idle: true,
  capability: "none",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ duration }) => `wait ${duration / 1_000} s`,
  lasts: ({ duration }) => duration,
  async run({ duration }, { clock, signal }) {
    await clock.wait(duration, signal);
    return once;
  },
});
