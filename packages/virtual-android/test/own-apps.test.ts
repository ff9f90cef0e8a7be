import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startPhones } from "../src/start-phones.ts";
import { parseDump } from "./phone-user.ts";

let dir = "";
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "own-apps-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function write(folder: string, source: string): Promise<string> {
  await mkdir(join(dir, "apps", folder), { recursive: true });
  const file = join(dir, "apps", folder, "app.ts");
  await writeFile(file, source);
  return file;
}
const start = () => startPhones({ count: 1, dir: join(dir, "phones"), apps: join(dir, "apps") });

describe("apps of one's own", () => {
  it("shows the app of the docs, as it stands there, and keeps what one does in it", async () => {
    const page = await readFile(join(import.meta.dirname, "../../../docs/virtual-apps.md"), "utf8");
    const source = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
    expect(source.split("\n").length).toBeLessThanOrEqual(65);
    await write("todo", source);
    const { phones, close } = await start();
    try {
      const [phone] = phones;
      if (phone === undefined) throw new Error("no phone");
      const tap = async (label: string) => {
        const dump = await phone.dumpHierarchy();
        const node = (dump.ok ? parseDump(dump.xml) : []).find(({ attributes }) =>
          [attributes.text, attributes["content-desc"]].includes(label),
        );
        const [left, top, right, bottom] = node?.bounds ?? [Number.NaN, 0, 0, 0];
        await phone.input.tap((left + right) / 2, (top + bottom) / 2);
      };
      await tap("To-do");
      await tap("New task");
      await phone.input.text("Water the plants");
      await tap("Add");
      await tap("Water the plants");
      expect(phone.packages.list().map(({ packageName }) => packageName)).toContain("org.example.todo");
      const dump = await phone.dumpHierarchy();
      expect(dump.ok && dump.xml).toContain('resource-id="org.example.todo:id/task"');
      expect(dump.ok && dump.xml).toContain('text="Done"');
      await phone.packages.clear("org.example.todo");
      await phone.activities.start({ packageName: "org.example.todo", categories: [], extras: {}, flags: 0 });
      const cleared = await phone.dumpHierarchy();
      expect(cleared.ok && cleared.xml).toContain("Nothing to do");
    } finally {
      await close();
    }
  });

  const screen =
    'defineScreen({ component: "org.example.a/.Main", initialState: () => ({}), render: () => ({ root: text("", { size: 1 }) }) })';
  const app = (change: string) => `export default ({ defineScreen, text }) => ({
    packageName: "org.example.a", label: "A", versionName: "1", versionCode: 1, icon: { name: "check", color: "#00796b" },
    launcherActivity: "org.example.a/.Main", screens: [${screen}], ${change} });`;

  it.each([
    [
      "an icon that is not there",
      app('icon: { name: "chekc", color: "#00796b" }'),
      "icon.name: is no icon of the virtual phone",
    ],
    ["no version", app("versionCode: 0"), "versionCode: "],
    [
      "a launcher without a screen",
      app('launcherActivity: "org.example.a/.Other"'),
      "launcherActivity: no screen has the component",
    ],
    [
      "another app's place for a database",
      app('databases: [{ packageName: "org.example.b", path: "data/data/x/databases/x.db", create() {} }]'),
      "databases.0.packageName: must be org.example.a",
    ],
    ["no default export", "export const app = 1;", "default: export a function"],
    ["a slip of the pen", "export default () => ({", "app.ts: "],
    [
      "the package of an app of the phone",
      app('packageName: "com.android.deskclock", launcherActivity: null').replaceAll(
        "org.example.a/",
        "com.android.deskclock/",
      ),
      "there is an app com.android.deskclock already",
    ],
  ])("names the file and the field of %s", async (_what, source, problem) => {
    const file = await write("a", source);
    const failed = await start().then(
      async ({ close }) => {
        await close();
        return "it started";
      },
      (error: unknown) => String(error),
    );
    expect(failed).toContain(file);
    expect(failed).toContain(problem);
  });
});
