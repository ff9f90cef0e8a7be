import { describe, expect, it } from "vitest";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out } = shellOnFake();

/** What frameworks ask of a device that a virtual phone has no part of: they must not read an answer where there is none. */
describe("what a virtual phone does not do for a framework", () => {
  it.each([
    // Detox reads these words on Android 14, whose pm steps over the option.
    ["pm grant --all-permissions com.android.settings", "", "Error: no permission specified\n", 1],
    [
      "pm list permissions -f",
      "",
      "Error: pm list permissions -f is not supported by this virtual phone\n",
      255,
    ],
    [
      "am start-foreground-service -n io.appium.settings/.LocationService",
      "Starting service: Intent { cmp=io.appium.settings/.LocationService }\n",
      "Error: Not found; no service started.\n",
      255,
    ],
    [
      "am stopservice -n a.b/.S",
      "Stopping service: Intent { cmp=a.b/.S }\n",
      "Service not stopped: was not running.\n",
      255,
    ],
    [
      "svc usb setFunctions mtp",
      "",
      "svc usb setFunctions mtp is not supported by this virtual phone\n",
      255,
    ],
    [
      "monkey --port 1080",
      "",
      "** Error: --port is not supported by this virtual phone, whose monkey only opens an app\n",
      255,
    ],
    ["monkey 1", "", "** Error: this virtual phone's monkey only opens an app: one -p is needed\n", 255],
    [
      "dumpsys batterystats --charged a",
      "",
      "dumpsys batterystats --charged a is not supported by this virtual phone\n",
      1,
    ],
  ])("says so: %s", async (command, stdout, stderr, code) => {
    expect(await run(command)).toEqual({ stdout, stderr, code });
  });

  it("answers those who ask a tool for its options before they use it", async () => {
    // appium-adb: without the 0 and the line it takes an app that runs for one that does not.
    expect(await out("pgrep --help; echo $?")).toMatch(
      /^usage: pgrep .*\n\n(?:-\w.*\n)*-f\n(?:-\w.*\n)*0\n$/,
    );
    expect(await out("pgrep -f '([[:blank:]]|^)init(:[a-zA-Z0-9_-]+)?([[:blank:]]|$)'")).toBe("1\n");
    expect(await out("pidof --help > /dev/null; echo $?")).toBe("0\n");
    expect(await out("printf 'a\\tb\\nab\\n' | grep -c '[[:blank:]]'")).toBe("1\n");
  });

  it("switches mobile data and location as appium-adb does", async () => {
    expect(await out("cmd phone data disable; settings get global mobile_data")).toBe("0\n");
    expect(
      await out(
        "cmd location set-location-enabled false; cmd location is-location-enabled; settings get secure location_mode",
      ),
    ).toBe("false\n0\n");
    expect(await run("cmd location set-location-enabled maybe")).toMatchObject({ code: 255 });
  });

  it("says that the status bar has no demo, where Android would show one", async () => {
    const demo = "am broadcast -a com.android.systemui.demo -e command clock -e hhmm 0941";
    expect((await run(demo)).code).toBe(0);
    expect(await run(`settings put global sysui_demo_allowed 1; ${demo}`)).toMatchObject({
      stderr: "Error: am broadcast of com.android.systemui.demo is not supported by this virtual phone\n",
      code: 255,
    });
  });

  it("runs no instrumentation, in the words that test runners read", async () => {
    const runner = "io.appium.uiautomator2.server.test/androidx.test.runner.AndroidJUnitRunner";
    const { stdout, stderr, code } = await run(`am instrument -w -r -e disableAnalytics true ${runner}`);
    expect(stdout).toContain(`Error=Unable to find instrumentation info for: ComponentInfo{${runner}}\n`);
    expect(stderr).toContain(`INSTRUMENTATION_FAILED: ${runner}\n`);
    expect(code).toBe(1);
  });

  it("has in /system/bin what it runs, and nothing else", async () => {
    expect(
      await out(
        "[ -x /system/bin/sh ] && [ -f /system/bin/getprop ] && [ -e /system/bin/test ] && echo there",
      ),
    ).toBe("there\n");
    expect(await out("[ -e /system/bin/awk ] || which awk tar || command -v xxd || type awk")).toBe(
      "awk not found\n",
    );
    expect(await out("ls /system/bin | grep -c '^\\(ls\\|am\\|settings\\)$'; which am")).toBe(
      "3\n/system/bin/am\n",
    );
    expect((await run("awk 1")).stderr).toBe("awk: not supported by this virtual phone\n");
    expect((await run("rm /system/bin/sh")).stderr).toBe("rm: /system/bin/sh: Read-only file system\n");
  });

  it("lists the libraries, the groups of permissions and what is in them", async () => {
    expect(await out("pm list libraries")).toMatch(/^(?:library:[\w.-]+\n)+$/);
    expect(await out("pm list permission-groups | grep -E 'CONTACTS|SMS'")).toBe(
      "permission group:android.permission-group.CONTACTS\npermission group:android.permission-group.SMS\n",
    );
    expect(await out("pm list permissions -d | head -n 1")).toBe("Dangerous Permissions:\n");
    expect(await out("pm list permissions -g -d")).toMatch(
      /^Dangerous Permissions:\n\n(?:group:android\.permission-group\.\w+\n\n)+group:android\.permission-group\.UNDEFINED\n(?: {2}permission:[\w.]+\n)+$/,
    );
  });
});
