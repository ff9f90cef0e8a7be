import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { packForHosts } from "#infra/host/pack-for-hosts.ts";
import { HostPools } from "#infra/host-pools.ts";

const hostPools = HostPools.parse({ "acme/default": {} });
let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), "drover-pack-"));
  // What prepack says looks like JSON, too.
  const prepack = `node -e "require('fs').writeFileSync('built.txt', 'x'); console.log('[1/2] building')"`;
  const project = { name: "packed", version: "1.2.3", files: ["built.txt"], scripts: { prepack } };
  await writeFile(path.join(root, "package.json"), JSON.stringify(project));
});
afterEach(() => rm(root, { recursive: true }));

async function packedFiles(): Promise<string> {
  const { packageFile = "" } = await packForHosts({ hostPools }, root);
  expect(path.basename(packageFile)).toBe("packed-1.2.3.tgz");
  const archive = gunzipSync(await readFile(packageFile)).toString("latin1");
  await rm(path.dirname(packageFile), { recursive: true });
  return archive;
}

it("packs nothing for a deployment without machines, and takes a file that is ready", async () => {
  expect(await packForHosts({ hostPools: [] }, root)).toEqual({});
  const ready = await packForHosts({ hostPools, hostPackage: "some/drover.tgz" }, root);
  expect(ready).toEqual({ packageFile: path.resolve("some/drover.tgz") });
});

it("builds a clone before it packs it", async () => {
  await writeFile(path.join(root, "build.ts"), "");
  expect(await packedFiles()).toContain("package/built.txt");
});

it("packs what is installed as it is, which has nothing to build from", async () => {
  expect(await packedFiles()).not.toContain("package/built.txt");
});

it("says what npm said where it cannot pack", async () => {
  await writeFile(path.join(root, "package.json"), "{");
  await expect(packForHosts({ hostPools }, root)).rejects.toThrow("EJSONPARSE");
});
