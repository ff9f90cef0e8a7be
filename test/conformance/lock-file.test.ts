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
      link: z.boolean().optional(),
      integrity: z.string().optional(),
      optionalDependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});

const lock = LockFile.parse(JSON.parse(readFileSync("package-lock.json", "utf8")));

// npm 11.19 refuses `npm ci` for each one that is missing, for other systems' builds as well; a registry mirror without
// them makes `npm install` leave them out silently.
it("the lock file names every optional build of every package, so that npm ci works on any system", () => {
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

// Without a hash npm installs whatever the registry sends; an entry written by hand has none. What a package brings in its
// own archive (inBundle) is covered by the archive's hash, and the packages of the workspace are here.
it("the lock file holds every package from the registry to a hash of its archive", () => {
  const unproved = Object.entries(lock.packages)
    .filter(([place, entry]) => place.includes("node_modules/") && !entry.link && !entry.inBundle)
    .filter(([, entry]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? ""))
    .map(([place]) => place);
  expect(unproved).toEqual([]);
});
