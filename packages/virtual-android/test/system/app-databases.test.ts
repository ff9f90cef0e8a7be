import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { AppDatabases, OpenDatabases } from "../../src/system/storage/app-databases.ts";

const packageName = "org.example.rows";
const rows = {
  packageName,
  path: `data/data/${packageName}/databases/rows.db`,
  create: (database: { exec(sql: string): void }) => database.exec("CREATE TABLE words (word TEXT)"),
};

it("closes the database that was not used for longest, and opens it again with what is in it", async () => {
  const dir = await mkdtemp(join(tmpdir(), "phones-"));
  const open = new OpenDatabases(2);
  const [first, second, third] = ["a", "b", "c"].map(
    (phone) => new AppDatabases(join(dir, phone), [rows], open),
  );
  try {
    const begun = first?.open(packageName);
    begun?.exec("INSERT INTO words VALUES ('kept')");
    const other = second?.open(packageName);
    expect(first?.open(packageName)).toBe(begun);
    third?.open(packageName);
    expect([begun?.isOpen, other?.isOpen]).toEqual([true, false]);
    second?.open(packageName);
    expect(begun?.isOpen).toBe(false);
    expect(first?.open(packageName).prepare("SELECT word FROM words").all()).toEqual([{ word: "kept" }]);
  } finally {
    for (const phone of [first, second, third]) phone?.close();
    await rm(dir, { recursive: true, force: true });
  }
});
