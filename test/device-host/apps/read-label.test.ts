import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readApkEntry } from "#device-host/apps/apk-entry.ts";
import { readResourceString } from "#device-host/apps/resource-table.ts";

/**
 * Made with aapt2 of Android's build tools: `app_name` is Notes, in German Notizen, in Austria Notizen (AT); `main_title`
 * refers to it, and `other` has characters of three and four bytes. The second has sparse entries.
 */
const apks = ["notes.apk", "notes-sparse.apk"].map((name) => ({
  name,
  bytes: readFileSync(new URL(name, import.meta.url)),
}));
const [notes = { bytes: Buffer.alloc(0) }] = apks;
const ids = { appName: 0x7f010000, mainTitle: 0x7f010001, other: 0x7f010002 };

const reader =
  (file: Buffer, asked: number[] = []) =>
  async (fromEnd: number, length: number) => {
    const start = Math.max(0, file.length - fromEnd);
    asked.push(length);
    return file.subarray(start, start + length);
  };
const tableOf = async (file: Buffer): Promise<Buffer> =>
  (await readApkEntry(reader(file), "resources.arsc", 1_000_000)) ?? Buffer.alloc(0);
const [english, german, austrian] = [
  { language: "en", script: "", country: "US" },
  { language: "de", script: "", country: "DE" },
  { language: "de", script: "", country: "AT" },
];

describe.each(apks)("the strings of $name", ({ bytes }) => {
  it("are read in the language that fits best, through references", async () => {
    const table = await tableOf(bytes);
    const told = [english, german, austrian].map((locale) => readResourceString(table, ids.appName, locale));
    expect(told).toEqual(["Notes", "Notizen", "Notizen (AT)"]);
    expect(readResourceString(table, ids.mainTitle, austrian)).toBe("Notizen (AT)");
  });

  it("are never those of a script that the device is not read in", async () => {
    const table = Buffer.from(await tableOf(bytes));
    // The German configuration becomes Serbian in Latin letters.
    for (let at = table.indexOf("de\0\0"); at >= 0; at = table.indexOf("de\0\0", at + 1)) {
      const size = table.readUInt32LE(at - 8);
      if (size < 48 || size > 80) continue;
      table.write("sr", at);
      table.write("Latn", at + 28);
    }
    const told = (script: string) =>
      readResourceString(table, ids.appName, { language: "sr", script, country: "RS" });
    expect([told(""), told("Cyrl"), told("Latn")]).toEqual(["Notes", "Notes", "Notizen"]);
  });

  it("keep what UTF-8 as Java writes it holds", async () => {
    expect(readResourceString(await tableOf(bytes), ids.other, english)).toBe(
      "Other — thing with a long text 😀",
    );
  });

  it("are null where there are none", async () => {
    const table = await tableOf(bytes);
    for (const id of [0, 0x7f010003, 0x7f020000, 0x01010000])
      expect(readResourceString(table, id, english)).toBeNull();
    expect(readResourceString(Buffer.from("not a table"), ids.appName, english)).toBeNull();
  });
});

describe("a hostile file", () => {
  it("never makes reading a label throw or go on for ever", async () => {
    const table = await tableOf(notes.bytes);
    const changes = fc.array(fc.tuple(fc.nat(table.length - 1), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(changes, (changed) => {
        const broken = Buffer.from(table);
        for (const [at, value] of changed) broken[at] = value;
        const read = readResourceString(broken, ids.mainTitle, german);
        expect(read === null || typeof read === "string").toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never makes reading an archive throw or take more than it may", async () => {
    const { bytes } = notes;
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(changes, async (changed) => {
        const broken = Buffer.from(bytes);
        for (const [at, value] of changed) broken[at] = value;
        const asked: number[] = [];
        const content = await readApkEntry(reader(broken, asked), "resources.arsc", 5_000);
        expect(content?.length ?? 0).toBeLessThanOrEqual(5_000);
        expect(asked.length).toBeLessThanOrEqual(3);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is read no further when its table is too large", async () => {
    expect(await readApkEntry(reader(notes.bytes), "resources.arsc", 100)).toBeNull();
    expect(await readApkEntry(reader(notes.bytes), "missing.arsc", 5_000)).toBeNull();
    expect(await readApkEntry(reader(Buffer.from("{}")), "resources.arsc", 5_000)).toBeNull();
  });

  it("cannot inflate to more than is allowed", async () => {
    const manifest = await readApkEntry(reader(notes.bytes), "AndroidManifest.xml", 5_000);
    expect(manifest?.length).toBe(1_588);
    expect(await readApkEntry(reader(notes.bytes), "AndroidManifest.xml", 1_000)).toBeNull();
  });
});
