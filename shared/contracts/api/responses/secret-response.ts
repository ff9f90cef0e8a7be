import * as z from "zod";
import { SecretRecord } from "../../job/secret.ts";

/** A secret as it is shown: never with its value, which only the host reads that types it. */
export const SecretResponse = z
  .object(SecretRecord.omit({ tenantId: true, schemaVersion: true }).shape)
  .meta({ id: "SecretResponse" });
export type SecretResponse = z.infer<typeof SecretResponse>;

export const SecretList = z.object({ items: z.array(SecretResponse) });
