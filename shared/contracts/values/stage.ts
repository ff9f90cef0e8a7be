import * as z from "zod";

/** Tells the deployments of one account and region apart: every name in it that somebody chose carries the stage. */
export const Stage = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,11}$/, "must be 1 to 12 of a to z, 0 to 9 and '-', starting with a letter")
  .brand<"Stage">();
export type Stage = z.infer<typeof Stage>;

/** Of a deployment for which nobody names one. */
export const usualStage = Stage.parse("prod");
/** Of a farm on one machine. */
export const localStage = Stage.parse("local");
