import path from "node:path";

/** How the command and a project's config become modules that stand alone. */
export const esbuildOptions = {
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node24",
  mainFields: ["module", "main"] as string[],
  // Some dependencies are CommonJS and ask for Node's modules with require.
  banner: {
    js: "import { createRequire as droverRequire } from 'node:module'; const require = droverRequire(import.meta.url);",
  },
  logLevel: "error",
} as const;

/** What takes the place of a module in a bundle. */
export const replacement = (file: string): string => path.join(import.meta.dirname, "bundled", file);
