import { type BundlingOptions, OutputFormat } from "aws-cdk-lib/aws-lambda-nodejs";

/** How functions are bundled; the tests bundle with the same. Error classes keep their names: the state machine matches on them. */
export const bundling = {
  format: OutputFormat.ESM,
  target: "node24",
  minify: true,
  keepNames: true,
  sourceMap: false,
  mainFields: ["module", "main"],
  // The SDK is bundled: the runtime's own changes under our feet, and is slower to load.
  bundleAwsSDK: true,
  // Some dependencies are CommonJS and ask for Node's modules with require.
  banner:
    "import { createRequire as droverRequire } from 'node:module'; const require = droverRequire(import.meta.url);",
} as const satisfies BundlingOptions;

/** The same for esbuild itself, where CDK does not call it; nothing is minified. */
export const esbuildOptions = {
  bundle: true,
  platform: "node",
  format: bundling.format,
  target: bundling.target,
  keepNames: bundling.keepNames,
  mainFields: [...bundling.mainFields] as string[],
  banner: { js: bundling.banner },
  logLevel: "error",
} as const;
