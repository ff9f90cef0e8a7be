import * as z from "zod";

const CdkFile = z.object({ output: z.string(), context: z.record(z.string(), z.unknown()).default({}) });

/** What CDK reads: the text of cdk.json, its `context` overridden by `name=value` of a command line. */
export function deploymentSettings(pairs: readonly string[], cdkJson: string): z.infer<typeof CdkFile> {
  const { output, context } = CdkFile.parse(JSON.parse(cdkJson));
  const given = pairs.map((pair) => [pair.replace(/=.*/s, ""), pair.replace(/^[^=]*=?/, "")] as const);
  return { output, context: { ...context, ...Object.fromEntries(given) } };
}
