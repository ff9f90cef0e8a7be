import * as z from "zod";
import { SideEffect } from "./side-effect.ts";

const values = z.record(z.string(), z.string().max(300)).nullable();

/** One difference between the device as a job found it and as it is. What it quotes is hostile text. */
export const DeviceChange = z.strictObject({
  ...SideEffect.pick({ kind: true, change: true, where: true, text: true }).shape,
  /** Of a row its cells by column, of anything else `value`; null: it was not there, or is not any more. */
  before: values,
  after: values,
});
export type DeviceChange = z.infer<typeof DeviceChange>;

/** What a job changed up to now. */
export const DeviceChanges = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("known"),
    /** The first of them. */
    changes: z.array(DeviceChange).max(40),
    count: z.int().min(0),
    /** Why something else may have changed: what could not be compared, and apps that keep what nobody else reads. */
    unseen: z.array(z.string().max(300)).max(20),
  }),
  z.strictObject({ kind: z.literal("unknown"), why: z.string().max(300) }),
]);
export type DeviceChanges = z.infer<typeof DeviceChanges>;
