import * as z from "zod";

/** What a file must hold to be installed on a virtual phone: this JSON, since the phone runs no Android code. */
export const VirtualApk = z.strictObject({
  packageName: z
    .string()
    .max(223)
    .regex(/^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$/),
  label: z.string().min(1).max(200),
  versionName: z.string().max(100).default("1.0"),
  versionCode: z.int().positive().default(1),
});
export type VirtualApk = z.infer<typeof VirtualApk>;

/** Throws `INSTALL_PARSE_FAILED_NOT_APK: …` for anything else, a real APK included. */
export function parseVirtualApk(file: Buffer): VirtualApk {
  const refusal = (why: string) => new Error(`INSTALL_PARSE_FAILED_NOT_APK: ${why}`);
  if (file.subarray(0, 2).toString("latin1") === "PK") {
    throw refusal(
      'a virtual phone runs no Android code; install a JSON file such as {"packageName":"com.example.app","label":"Example"}',
    );
  }
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
