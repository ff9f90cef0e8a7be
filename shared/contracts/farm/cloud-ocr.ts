import * as z from "zod";
import { SecretName } from "../job/secret.ts";

const isPrivate = (url: string): boolean => /^https:|^http:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url);

/** A service that reads text out of pictures, before Tesseract on the host (docs/spec.md R18). */
export const CloudOcr = z.strictObject({
  /** The wire format that it speaks. */
  kind: z.literal("google-vision").default("google-vision"),
  url: z
    .url({ protocol: /^https?$/, error: "must be the address of images:annotate" })
    .refine(isPrivate, { error: "must be https, or http on this machine" })
    .default("https://vision.googleapis.com/v1/images:annotate"),
  /** The tenant's secret with the key; a secret without apps is enough. */
  secret: SecretName,
  /** Of a picture, all tries together. */
  timeoutSeconds: z.number().min(0.1).max(20).default(5),
  /** What a picture costs, counted with the job that it is read for; Google's price as of 2026-11. */
  usdPerPicture: z.number().min(0).max(1).default(0.001_5),
});
export type CloudOcr = z.infer<typeof CloudOcr>;
