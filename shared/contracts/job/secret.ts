import * as z from "zod";
import { TenantId, Timestamp } from "../values/ids.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";

export const SecretName = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    "must be 1 to 64 letters, digits, '-' or '_', starting with a letter or digit",
  )
  .brand<"SecretName">();
export type SecretName = z.infer<typeof SecretName>;

/** The apps that a secret may be typed into. With none it can stand in checks alone. */
const packages = z.array(PackageName).max(20).default([]);

/** What Secrets Manager keeps of a secret, as JSON: to what it is bound can only change together with it. */
export const BoundSecret = z.strictObject({
  /** As much as one action types. */
  value: SafeText.min(1).max(4_000),
  packages,
});
export type BoundSecret = z.infer<typeof BoundSecret>;

/** What the table keeps of it, for lists and for submission: anything but the value. */
export const SecretRecord = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  name: SecretName,
  packages,
  updatedAt: Timestamp,
});
export type SecretRecord = z.infer<typeof SecretRecord>;

const reference = /\{\{\s*secret:([^{}\s]*)\s*\}\}/g;

/** How a secret is in a task, a check, a text to be typed, and on a screen in place of its value. */
export const secretReference = (name: string): string => `{{secret:${name}}}`;

/** Whether a text is of references alone, which say nothing of what they stand for. */
export const areReferences = (text: string): boolean => text.replace(reference, "").trim() === "";

/** The names that a text refers to, each once; they may be none that a secret can have. */
export const referredSecrets = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(reference)].map(([, name = ""]) => name)),
];

/** The text with every reference replaced by what `secretOf` answers for its name. */
export const withSecretValues = (text: string, secretOf: (name: string) => string): string =>
  text.replace(reference, (_whole, name: string) => secretOf(name));
