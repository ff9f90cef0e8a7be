import { hash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExportManifest } from "#shared/contracts/result/export.ts";
import { packZip } from "#shared/rules/export/pack-zip.ts";
import { zipExport } from "#shared/rules/export/zip-export.ts";
import { checkAll, openBundle } from "../../../cli/bundle/open-bundle.ts";
import { recipeOf } from "../../../cli/bundle/recipe-of.ts";
import { exported, sampleTrajectory } from "../../shared/rules/export/sample-export.ts";
import { jobIdOf } from "../../shared/storage/sample-records.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-bundle-"));
});
afterAll(() => rm(folder, { recursive: true }));

const at = new Date("2026-01-01T00:00:00Z");
type Files = Map<string, Buffer>;

async function bundleFiles(): Promise<Files> {
  const trajectory = sampleTrajectory();
  const source = {
    async *items() {},
    async *jobs() {
      yield {
        trajectory,
        async *parts() {},
        judgements: async () => [],
        keys: async () => [],
        read: async () => null,
      };
    },
  };
  const redaction = { clean: true, findings: [], maskedSecrets: 0, pictures: 0 };
  const tools = {
    exportedAt: at.toISOString(),
    version: "0.0.0",
    redaction: () => redaction,
    recipe: recipeOf(),
  };
  const files: Files = new Map();
  for await (const { path: name, body } of zipExport(source, tools)) files.set(name, Buffer.from(body));
  return files;
}

async function written(name: string, files: ReadonlyMap<string, Buffer | string>): Promise<string> {
  async function* all() {
    for (const [file, body] of files) yield { path: file, body };
  }
  const file = path.join(folder, name);
  await writeFile(file, Buffer.concat(await Array.fromAsync(packZip(all(), at))));
  return file;
}

/** Opened and read whole: why it is refused; null: it is whole. */
async function refusal(file: string): Promise<string | null> {
  try {
    const opened = await openBundle(file);
    try {
      await checkAll(file, opened);
      return null;
    } finally {
      await opened.run.close();
    }
  } catch (error) {
    return String((error as Error).message);
  }
}

/** The manifest's sum of that file, made to fit what lies there now. */
function resummed(files: Files, changed: string): Files {
  const manifest = JSON.parse(String(files.get("manifest.json"))) as ExportManifest;
  const body = files.get(changed) ?? Buffer.alloc(0);
  const all = manifest.files.map((listed) =>
    listed.path === changed ? { ...listed, bytes: body.byteLength, sha256: hash("sha256", body) } : listed,
  );
  return new Map([...files, ["manifest.json", Buffer.from(JSON.stringify({ ...manifest, files: all }))]]);
}

describe("a bundle", () => {
  it("is an exported zip with what it takes to repeat it, the same bytes for the same job", async () => {
    const files = await bundleFiles();
    expect([...files.keys()]).toEqual([`jobs/${jobIdOf(1)}/trajectory.json`, "bundle.json", "manifest.json"]);
    const file = await written("whole.zip", files);
    expect(await refusal(file)).toBeNull();
    const opened = await openBundle(file);
    expect(opened.bundle.jobs).toMatchObject([
      {
        jobId: jobIdOf(1),
        agent: "drover",
        outcome: "succeeded",
        steps: 2,
        request: { task: expect.any(String) },
      },
    ]);
    expect(Object.values(opened.bundle.prompts)[0]).toMatch(/^[0-9a-f]{64}$/);
    await opened.run.close();
    expect(await bundleFiles()).toEqual(files);
  });

  it("is told from a mere export", async () => {
    const { files } = await exported("zip");
    expect(await refusal(await written("export.zip", files))).toContain("bundle.json is missing");
  });

  it("whose recipe was changed is refused, by its sum or by its form", async () => {
    const files = await bundleFiles();
    const recipe = JSON.parse(String(files.get("bundle.json")));
    const changed = (change: object): Files =>
      new Map([...files, ["bundle.json", Buffer.from(JSON.stringify({ ...recipe, ...change }))]]);
    const other = changed({ generator: "somebody" });
    expect(await refusal(await written("sum.zip", other))).toContain(
      "bundle.json does not match its checksum or size in the manifest",
    );
    for (const [name, change] of Object.entries({
      form: { jobs: [] },
      stranger: { jobs: [{ ...recipe.jobs[0], jobId: jobIdOf(9) }] },
      version: { schemaVersion: 2 },
      more: { surprise: true },
    }))
      expect(
        await refusal(await written(`${name}.zip`, resummed(changed(change), "bundle.json"))),
      ).not.toBeNull();
  });

  it("with any byte of its content changed is refused, or read as what it was", async () => {
    const files = await bundleFiles();
    const whole = Buffer.concat(
      await Array.fromAsync(
        packZip(
          (async function* () {
            for (const [file, body] of files) yield { path: file, body };
          })(),
          at,
        ),
      ),
    );
    const file = path.join(folder, "byte.zip");
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (place, flipped) => {
        const bytes = Buffer.from(whole);
        bytes[place] = (bytes[place] ?? 0) ^ flipped;
        await writeFile(file, bytes);
        const why = await refusal(file);
        if (why !== null) return;
        const { bundle, run } = await openBundle(file);
        expect(bundle).toEqual(JSON.parse(String(files.get("bundle.json"))));
        await run.close();
      }),
      { numRuns: 150 },
    );
  });

  it("cut short anywhere is refused", async () => {
    const file = await written("cut.zip", await bundleFiles());
    const { readFile } = await import("node:fs/promises");
    const whole = await readFile(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        await writeFile(file, whole.subarray(0, length));
        expect(await refusal(file)).not.toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
