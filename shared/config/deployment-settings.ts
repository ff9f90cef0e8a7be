import { readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "../project-files.ts";

const CdkFile = z.object({ output: z.string(), context: z.record(z.string(), z.unknown()).default({}) });

/** What CDK reads: cdk.json, its `context` overridden by `name=value` of a command line. */
export function deploymentSettings(
  pairs: readonly string[],
  file: string = path.join(projectRoot, "cdk.json"),
): z.infer<typeof CdkFile> {
  const { output, context } = CdkFile.parse(JSON.parse(readFileSync(file, "utf8")));
  const given = pairs.map((pair) => [pair.replace(/=.*/s, ""), pair.replace(/^[^=]*=?/, "")] as const);
  return { output, context: { ...context, ...Object.fromEntries(given) } };
}
