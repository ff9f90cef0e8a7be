import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";

const LockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      optional: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

// npm 11.19 refuses `npm ci` for each one that is missing, for other systems' builds as well; a registry mirror without
// them makes `npm install` leave them out silently.
it("the lock file names every optional build of every package, so that npm ci works on any system", () => {
  const lock = LockFile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
  const missing = Object.entries(lock.packages).flatMap(([place, entry]) =>
    entry.inBundle
      ? []
      : Object.keys(entry.optionalDependencies ?? {}).filter(
          (name) =>
            !(
              lock.packages[`node_modules/${name}`]?.version ??
              lock.packages[`${place}/node_modules/${name}`]?.version
            ),
        ),
  );
  expect(missing).toEqual([]);
});
