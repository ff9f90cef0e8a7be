import * as z from "zod";
import { defineAction, once } from "../action-definition.ts";

const longestMilliseconds = 60_000;
const parameters = z.strictObject({ duration: z.int().min(1).max(longestMilliseconds) });

export const wait = defineAction({
  name: "wait",
  description: `ms, at most ${longestMilliseconds}.`,
  parameters,
  aliases: ["sleep", "pause", "delay"],
  kind: "none",
  idle: true,
  capability: "none",
  device: parameters,
  aims: () => ({ at: "anywhere" }),
  inWords: ({ duration }) => `wait ${duration} ms`,
  lasts: ({ duration }) => duration,
  async run({ duration }, { clock, signal }) {
    await clock.wait(duration, signal);
    return once;
  },
});
