import * as z from "zod";
import { UploadId } from "../values/ids.ts";

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 in 64 lower-case hexadecimal digits");

/** By a link: fetched by the device's host, over https and from the public internet alone (docs/security.md rule 7). */
export const LinkedApp = z.strictObject({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  /** Of its bytes: others are not installed. */
  sha256: Sha256.optional(),
});
export type LinkedApp = z.infer<typeof LinkedApp>;

/** An APK that its sender uploaded, or a link to one. */
export const AppSource = z
  .union([z.strictObject({ uploadId: UploadId }), LinkedApp])
  .meta({ id: "AppSource" });
export type AppSource = z.infer<typeof AppSource>;

/** The most apps with which a session starts. */
export const mostSessionApps = 5;
