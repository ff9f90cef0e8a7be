import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeApk } from "../../../../test/write-apk.ts";
import { runShell } from "../../src/shell/run-shell.ts";
import { bufferInput, CollectedOutput } from "../../src/shell/streams.ts";
import { createPhone } from "../../src/start-phone.ts";

const dir = mkdtempSync(path.join(tmpdir(), "drover-apk-"));
let phone: Awaited<ReturnType<typeof createPhone>>;
beforeAll(async () => {
  phone = await createPhone({ serial: "emulator-5554", dir });
});
afterAll(async () => {
  await phone.close();
  rmSync(dir, { recursive: true, force: true });
});

async function shell(command: string, input: Uint8Array = new Uint8Array()): Promise<string> {
  const output = new CollectedOutput();
  await runShell(phone, command, { stdin: bufferInput(input), stdout: output, stderr: output });
  return output.text();
}
const packageName = "org.example.real";
const install = (apk: Buffer, options = ""): Promise<string> =>
  shell(`cmd package install ${options} -S ${apk.length}`, apk);

describe("a real APK on a virtual phone", () => {
  it("gives an app with its name, label, versions, activities and permissions, whose screen says that its code does not run", async () => {
    const apk = await writeApk({ packageName, permissions: ["android.permission.CAMERA"] });
    expect(await install(apk, "-r -g")).toBe("Success\n");
    const dump = await shell(`dumpsys package ${packageName}`);
    expect(dump).toContain("versionCode=7 minSdk=26 targetSdk=34");
    expect(dump).toContain("versionName=7.0");
    expect(dump).toMatch(/android\.permission\.CAMERA: granted=true/);
    expect(await shell(`cmd package resolve-activity --brief ${packageName}`)).toContain(
      `${packageName}/.Main`,
    );
    expect(await shell(`p=$(pm path ${packageName}); sha256sum "\${p#package:}" 2>&1 | wc -l`)).toBe("1\n");
    expect(await shell(`am start -W -n ${packageName}/.Second`)).toContain("Status: ok");
    await shell(`monkey -p ${packageName} -c android.intent.category.LAUNCHER 1`);
    const tree = await phone.dumpHierarchy();
    expect(tree.ok && tree.xml).toContain('text="Test App"');
    expect(tree.ok && tree.xml).toContain('text="Version 7.0 (7)"');
    expect(tree.ok && tree.xml).toContain("A virtual phone does not run the code of this app.");
    expect(await shell("logcat -d -s VirtualPhone")).toContain(`${packageName}/.Main has code`);
  });

  it("comes by a pushed file and by a session in parts as well", async () => {
    const apk = await writeApk({ packageName: "org.example.parts", label: "Parts" });
    await phone.packages.uninstall("org.example.parts");
    const created = await shell("pm install-create -r -t");
    const id = /\[(\d+)\]/.exec(created)?.[1] ?? "";
    expect(await shell(`pm install-write -S ${apk.length} ${id} base.apk -`, apk)).toContain("Success");
    expect(await shell(`pm install-commit ${id}`)).toBe("Success\n");
    const half = apk.length >> 1;
    await shell(`head -c ${half} > /data/local/tmp/a.apk`, apk);
    await shell("cat >> /data/local/tmp/a.apk", apk.subarray(half));
    expect(await shell("pm install -r /data/local/tmp/a.apk")).toBe("Success\n");
    expect(await shell("pm list packages -3")).toContain("package:org.example.parts");
  });

  it.each([
    ["an older version", { packageName, versionCode: 3 }, "INSTALL_FAILED_VERSION_DOWNGRADE"],
    [
      "one that is for tests alone",
      { packageName: "org.example.t", isTestOnly: true },
      "INSTALL_FAILED_TEST_ONLY",
    ],
    ["one for a newer Android", { packageName: "org.example.n", minSdk: 35 }, "INSTALL_FAILED_OLDER_SDK"],
    [
      "one for a much older Android",
      { packageName: "org.example.o", targetSdk: 22 },
      "INSTALL_FAILED_DEPRECATED_SDK_VERSION",
    ],
    [
      "one with an app of the image's name",
      { packageName: "com.android.settings" },
      "INSTALL_FAILED_UPDATE_INCOMPATIBLE",
    ],
  ] as const)("refuses %s, as Android says it", async (_, app, reason) => {
    expect(await install(await writeApk(app))).toMatch(new RegExp(`^Failure \\[${reason}: `));
  });

  it("takes an older one with -d and a test's with -t", async () => {
    expect(await install(await writeApk({ packageName, versionCode: 3 }), "-d")).toBe("Success\n");
    expect(await install(await writeApk({ packageName: "org.example.t", isTestOnly: true }), "-t")).toBe(
      "Success\n",
    );
  });

  it("says that an archive without a manifest, and a broken one, are none", async () => {
    const apk = await writeApk({ packageName });
    for (const broken of [
      apk.subarray(0, apk.length - 40),
      Buffer.concat([apk.subarray(0, 60), Buffer.alloc(200, 9), apk.subarray(260)]),
    ])
      expect(await install(Buffer.from(broken))).toMatch(/^Failure \[INSTALL_PARSE_FAILED_NOT_APK: /);
  });
});
