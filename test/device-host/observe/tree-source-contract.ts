import { expect, it } from "vitest";
import type { AdbDevice } from "#device-host/adb/adb-device.ts";
import type { TreeSource } from "#device-host/observe/screen-source.ts";
import type { TestPhone } from "../start-test-phone.ts";

/** What a tree source is tried on. */
export interface SourceUnderTest {
  readonly source: TreeSource;
  /** The way to the phone that the source is given. */
  readonly adb: AdbDevice;
  readonly test: TestPhone;
}

const open = (component: string) => ({ component, categories: [], extras: {}, flags: 0 });

/** What every tree source keeps (device-host/observe/screen-source.ts). */
export function itKeepsTheTreeContract(under: () => SourceUnderTest): void {
  const dump = (...options: readonly "--windows"[]) => under().source.dump(under().adb, [], options);

  it("tells the elements of the screen in uiautomator's form", async () => {
    const { phone } = under().test;
    await phone.activities.start(open("com.android.settings/.Settings"));
    const { xml, problem } = await dump();
    const own = await phone.dumpHierarchy();
    expect(problem).toBe("");
    expect(own.ok && xml?.trim()).toBe(own.ok && own.xml.trim());
  });

  it("tells the screen as it is when it is asked, never an earlier one", async () => {
    const { phone } = under().test;
    await phone.activities.start(open("com.android.settings/.Settings"));
    const first = await dump();
    await phone.activities.home();
    const second = await dump();
    expect(second.xml).not.toBe(first.xml);
    expect(second.xml).toContain("com.android.launcher3");
  });

  it("answers what is asked beside it, each in its place", async () => {
    const { source, adb } = under();
    const { beside } = await source.dump(adb, [["echo", "one"], ["false"]], []);
    expect(beside).toMatchObject([{ output: "one\n", code: 0 }, { code: 1 }]);
  });

  it("says why there is no tree, before its deadline", async () => {
    const { test, source } = under();
    test.phone.faults.animate = { waitMilliseconds: 1 };
    const begun = performance.now();
    const { xml, problem } = await dump();
    test.phone.faults.animate = null;
    expect(xml).toBeNull();
    expect(problem).toBe("could not get idle state");
    expect(performance.now() - begun).toBeLessThan(source.deadlineMilliseconds);
  });

  it("tells every window when it knows them", async () => {
    if (!under().source.knowsWindows) return;
    const { xml } = await dump("--windows");
    expect(xml).toContain("<display");
  });
}
