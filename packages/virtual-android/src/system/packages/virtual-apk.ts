import * as z from "zod";

/** What is known of an installed app: what the manifest of its APK says, or this JSON in place of one. */
export const VirtualApk = z.strictObject({
  packageName: z
    .string()
    .max(223)
    .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/),
  label: z.string().min(1).max(200),
  versionName: z.string().max(100).default("1.0"),
  versionCode: z.int().nonnegative().default(1),
  /** What its manifest names, and what of that it asks for as it opens. */
  permissions: z.array(z.string().max(200)).max(200).optional(),
  /** Its window forbids pictures of itself (FLAG_SECURE). */
  secure: z.boolean().optional(),
  asks: z.array(z.string().max(200)).max(20).optional(),
  /** It came as a real APK, whose code does not run here. */
  hasCode: z.boolean().optional(),
  /** Components, and the one behind the launcher's icon; null: it has none. */
  activities: z.array(z.string().max(500)).max(200).optional(),
  launcher: z.string().max(500).nullable().optional(),
  minSdk: z.int().optional(),
  targetSdk: z.int().optional(),
  isTestOnly: z.boolean().optional(),
  /** Components of its keyboards. */
  inputMethods: z.array(z.string().max(500)).max(20).optional(),
  /** Test runners, by component, and whom they test. */
  instrumentations: z
    .array(z.strictObject({ component: z.string().max(500), target: z.string().max(223) }))
    .max(20)
    .optional(),
});
export type VirtualApk = z.infer<typeof VirtualApk>;

/** Throws `INSTALL_PARSE_FAILED_NOT_APK: …` for anything else. */
export function parseVirtualApk(file: Buffer): VirtualApk {
  const refusal = (why: string) => new Error(`INSTALL_PARSE_FAILED_NOT_APK: ${why}`);
  let value: unknown;
  try {
    value = JSON.parse(file.toString("utf8"));
  } catch {
    throw refusal("Failed to parse /data/app/vmdl.tmp/base.apk");
  }
  const parsed = VirtualApk.safeParse(value);
  if (!parsed.success) throw refusal(z.prettifyError(parsed.error).replaceAll("\n", " "));
  return parsed.data;
}
