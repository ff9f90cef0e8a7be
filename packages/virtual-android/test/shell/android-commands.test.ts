import { describe, expect, it } from "vitest";
import { shellOnFake } from "./shell-on-fake.ts";

const { run, out, phone } = shellOnFake();

describe("input", () => {
  it("injects taps, swipes, drags and keys by number and by name", async () => {
    await run(
      "input tap 10.5 20; input touchscreen swipe 1 2 3 4; input swipe 1 2 3 4 50; input draganddrop 1 2 3 4",
    );
    await run(
      "input keyevent KEYCODE_HOME 66 PASTE; input keyevent --longpress 26; input keycombination CTRL_LEFT V; input text a%sb",
    );
    expect(phone().calls).toEqual([
      "tap 10.5 20",
      "swipe 1 2 3 4 300",
      "swipe 1 2 3 4 50",
      "draganddrop 1 2 3 4 500",
      "keyevent 3",
      "keyevent 66",
      "keyevent 279",
      "keyevent 26 long",
      "keyevent 50 with 113",
      "text a b",
    ]);
  });

  it("fails on text that no key types with the NullPointerException of Android", async () => {
    const { stderr, code } = await run("input text 'straße'");
    expect(stderr).toContain(
      "Exception occurred while executing 'text':\njava.lang.NullPointerException: Attempt to get length of null array\n\tat com.android.server.input.InputShellCommand.sendText",
    );
    expect(code).toBe(255);
    expect(phone().calls).toEqual([]);
  });

  it.each(["tap 1", "tap a b", "keyevent NOPE", "keyevent 99999", "fling", "swipe 1 2 3"])(
    "refuses input %s with 255",
    async (command) => {
      expect((await run(`input ${command}`)).code).toBe(255);
      expect(phone().calls).toEqual([]);
    },
  );
});

describe("am", () => {
  it("starts an activity from an intent and reports the launch with -W", async () => {
    const answer = await out(
      "am start -W -n com.android.settings/com.android.settings.Settings -a android.intent.action.MAIN --es k 'v w' --ei n 3 --ez b true -f 0x4000000",
    );
    expect(answer).toMatch(
      /^Starting: Intent \{ act=android.intent.action.MAIN flg=0x4000000 cmp=com.android.settings\/.Settings \(has extras\) \}\nStatus: ok\nLaunchState: COLD\nActivity: com.android.settings\/.Settings\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
    );
    expect(phone().started[0]).toMatchObject({ extras: { k: "v w", n: 3, b: true }, flags: 0x14000000 });
  });

  it("says on stderr, with exit code 0, that an activity or a handler is missing", async () => {
    expect(await run("am start -n a.b/.C")).toEqual({
      stdout: "Starting: Intent { cmp=a.b/.C }\n",
      stderr: "Error type 3\nError: Activity class {a.b/.C} does not exist.\n",
      code: 0,
    });
    expect((await run("am start -a x.y -d 'https://u@h/p?q'")).stderr).toBe(
      "Error: Activity not started, unable to resolve Intent { act=x.y dat=https://u@h/... flg=0x10000000 }\n",
    );
    expect((await run("am start -zz")).stderr).toContain(
      "java.lang.IllegalArgumentException: Unknown option: -zz",
    );
  });

  it("types through ADBKeyboard only when it is installed and selected", async () => {
    const type = "am broadcast -a ADB_INPUT_B64 --es msg w7Yg8J+YgA==";
    await run(type);
    await run("echo com.android.adbkeyboard > /data/local/tmp/k.apk; pm install /data/local/tmp/k.apk");
    await run(type);
    expect(phone().calls).toEqual([]);
    expect(await out("ime set com.android.adbkeyboard/.AdbIME")).toBe("");
    expect(
      await out("ime enable com.android.adbkeyboard/.AdbIME; ime set com.android.adbkeyboard/.AdbIME"),
    ).toBe(
      "Input method com.android.adbkeyboard/.AdbIME: now enabled for user #0\nInput method com.android.adbkeyboard/.AdbIME selected for user #0\n",
    );
    expect(await out(type)).toBe(
      "Broadcasting: Intent { act=ADB_INPUT_B64 flg=0x400000 (has extras) }\nBroadcast completed: result=0\n",
    );
    expect(phone().calls).toEqual(["commit ö 😀"]);
  });
});

describe("pm and cmd", () => {
  it("lists, installs, finds and uninstalls packages, by pm and by cmd package", async () => {
    await run("echo com.example.app > /data/local/tmp/a.apk");
    expect(
      await out(
        "pm install -r -t -g /data/local/tmp/a.apk; pm list packages -3; cmd package list packages -s",
      ),
    ).toBe("Success\npackage:com.example.app\npackage:com.android.settings\n");
    expect(await out("pm list packages -f -U exa; pm path com.example.app")).toBe(
      "package:/data/app/com.example.app/base.apk=com.example.app uid:10101\npackage:/data/app/com.example.app/base.apk\n",
    );
    expect(
      await out(
        "pm uninstall com.example.app; pm uninstall com.example.app; pm path com.example.app; echo $?",
      ),
    ).toBe("Success\nFailure [DELETE_FAILED_INTERNAL_ERROR]\n1\n");
  });

  it("says why an install fails, with exit code 1", async () => {
    await run("echo nonsense > /data/local/tmp/a.apk");
    expect(await run("pm install /data/local/tmp/a.apk")).toMatchObject({
      stdout: "Failure [INSTALL_PARSE_FAILED_NOT_APK: not a package]\n",
      code: 1,
    });
  });

  it("installs through a session", async () => {
    const session = /\[(\d+)\]/.exec(await out("pm install-create -r -S 11"))?.[1];
    expect(await out(`pm install-write -S 11 ${session} base.apk -`, "com.sess.app")).toBe(
      "Success: streamed 11 bytes\n",
    );
    expect(await out(`pm install-commit ${session}; pm path com.sess.ap`)).toContain("Success\npackage:");
    expect((await run(`pm install-commit ${session}`)).stderr).toContain(
      `Caller has no access to session ${session}`,
    );
  });

  it("knows only the services it has", async () => {
    expect(await run("cmd nosuch x")).toEqual({
      stdout: "",
      stderr: "cmd: Can't find service: nosuch\n",
      code: 20,
    });
    expect(await run("cmd clipboard get-text")).toMatchObject({
      stderr: "No shell command implementation.\n",
      code: 255,
    });
  });
});

describe("settings, properties and switches", () => {
  it("reads, writes, lists and deletes settings", async () => {
    expect(
      await out(
        "settings put system a 'b c'; settings get system a; settings --x; settings get global none; settings list system; settings delete system a",
      ),
    ).toBe("b c\nInvalid command: --x\nnull\na=b c\nDeleted 1 rows\n");
    expect(await run("settings get nope x")).toMatchObject({
      stderr: "Invalid namespace 'nope'\n",
      code: 255,
    });
  });

  it("switches radios through their settings", async () => {
    await run(
      "svc wifi disable; svc bluetooth enable; cmd connectivity airplane-mode enable; svc power stayon true",
    );
    expect(Object.fromEntries(phone().settings)).toMatchObject({
      "global/wifi_on": "0",
      "global/bluetooth_on": "1",
      "global/airplane_mode_on": "1",
    });
  });

  it("reads and sets properties, and refuses the read-only ones", async () => {
    expect(
      await out("setprop debug.x y; getprop debug.x; getprop none fallback; getprop | grep boot_completed"),
    ).toBe("y\nfallback\n[sys.boot_completed]: [1]\n");
    expect(await run("setprop ro.debuggable 0")).toMatchObject({
      stderr: "Failed to set property 'ro.debuggable' to '0'.\nSee dmesg for error reason.\n",
      code: 1,
    });
  });
});

describe("what the host reads", () => {
  it("names the focused window, the keyboard, the wakefulness and the size", async () => {
    await run("am start -n com.android.settings/.Settings");
    expect(await out("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'")).toMatch(
      /mCurrentFocus=Window\{[0-9a-f]+ u0 com.android.settings\/com.android.settings.Settings\}\n {2}mFocusedApp=ActivityRecord\{[0-9a-f]+ u0 com.android.settings\/.Settings t7\}/,
    );
    expect(
      await out(
        "dumpsys input_method | grep mInputShown; dumpsys power | grep mWakefulness=; wm size; wm density",
      ),
    ).toBe("  mInputShown=false\n  mWakefulness=Awake\nPhysical size: 1080x2400\nPhysical density: 420\n");
    expect(await run("dumpsys nosuch")).toEqual({
      stdout: "",
      stderr: "Can't find service: nosuch\n",
      code: 0,
    });
  });

  it("tells what the keyboard covers while it is shown", async () => {
    expect(await out("dumpsys window InputMethod | grep -c 'touchable region='")).toBe("0\n");
    phone().showKeyboard();
    expect(await out("dumpsys input_method | grep mInputShown")).toBe("  mInputShown=true\n");
    const region = /SkRegion\(\(0,(\d+),1080,2400\)\)/.exec(await out("dumpsys window InputMethod"));
    expect(Number(region?.[1])).toBeGreaterThan(1200);
  });

  it("queries content in rows, and reports errors as text with exit code 0", async () => {
    const uri = "--uri content://com.android.contacts/raw_contacts";
    expect(
      await out(
        `content query ${uri}; content insert ${uri} --bind name:s:'Ann: B' --bind n:i:3 --bind e:n:; content query ${uri}`,
      ),
    ).toBe("No result found.\nRow: 0 _id=1, name=Ann: B, n=3, e=NULL\n");
    expect(await run("content query --uri content://nope/x")).toEqual({
      stdout: "",
      stderr:
        "Error while accessing provider:nope\njava.lang.IllegalArgumentException: Unknown URI content://nope/x\n",
      code: 0,
    });
  });

  it("dumps the screen to a file and to the caller", async () => {
    expect(await out("uiautomator dump && cat /sdcard/window_dump.xml")).toBe(
      'UI hierchary dumped to: /sdcard/window_dump.xml\n<hierarchy rotation="0" />',
    );
    expect(await out("uiautomator dump --compressed /dev/tty")).toBe(
      '<hierarchy rotation="0" />UI hierchary dumped to: /dev/tty\n',
    );
  });

  it("says that a dump failed, with exit code 0, and leaves the old file", async () => {
    await run("echo old > /sdcard/d.xml");
    phone().dumpAs({ ok: false, error: "could not get idle state" });
    expect(await run("uiautomator dump /sdcard/d.xml")).toEqual({
      stdout: "",
      stderr: "ERROR: could not get idle state.\n",
      code: 0,
    });
    phone().dumpAs({ ok: false, error: "null root node returned by UiTestAutomationBridge" });
    expect((await run("uiautomator dump /sdcard/d.xml")).stderr).toBe(
      "ERROR: null root node returned by UiTestAutomationBridge.\n",
    );
    expect(await out("cat /sdcard/d.xml")).toBe("old\n");
  });

  it("keeps a short log of what happened", async () => {
    await run("am force-stop com.a.b; log -t Mine -p e hello");
    expect(await out("logcat -d -t 1 -v brief")).toBe(
      "--------- beginning of main\nE/Mine    ( 1234): hello\n",
    );
    expect(await out("logcat -d -s ActivityManager:I -v raw")).toContain("Force stopping com.a.b");
    expect(await out("logcat -c; logcat -d")).toBe("");
  });

  it("opens an app by monkey, and says when there is none", async () => {
    expect(await out("monkey -p com.android.settings -c android.intent.category.LAUNCHER 1")).toContain(
      "Events injected: 1",
    );
    expect(await run("monkey -p com.none 1")).toMatchObject({ code: 252 });
  });

  it("tells the time on the phone's clock", async () => {
    expect(await out("date; date +%s; date '+%Y-%m-%dT%H:%M'")).toBe(
      "Wed Mar  4 05:06:07 GMT 2026\n1772600767\n2026-03-04T05:06\n",
    );
  });
});

describe("pm query-activities", () => {
  const launcher = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER";

  it("tells for each icon where its label stands, as Android's own dump does", async () => {
    await run("echo com.example.egg > /data/local/tmp/egg; pm install /data/local/tmp/egg");
    const lines = (await out(`cmd package query-activities ${launcher}`)).split("\n");
    expect(lines.slice(0, 7)).toEqual([
      "2 activities found:",
      "  Activity #0:",
      "    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false",
      "    ActivityInfo:",
      "      name=com.android.settings.Settings",
      "      packageName=com.android.settings",
      "      labelRes=0x7f010000 nonLocalizedLabel=null icon=0x7f020000 banner=0x0",
    ]);
    expect(lines).toContain("      labelRes=0x0 nonLocalizedLabel=Settings icon=0x7f020000 banner=0x0");
    expect(lines).toContain("        sourceDir=/system/priv-app/Settings/Settings.apk");
  });

  it("names components alone, one package's, or none", async () => {
    expect(await out(`pm query-activities --components ${launcher}`)).toBe(
      "com.android.settings/.Settings\n",
    );
    expect(await out(`pm query-activities --components ${launcher} -p com.x.y`)).toBe(
      "No activities found\n",
    );
    expect(await out("pm query-activities -a android.intent.action.DIAL")).toBe("No activities found\n");
  });
});

describe("pm resolve-activity", () => {
  it("names who opens an intent that names no package", async () => {
    const view = "pm resolve-activity --brief --components -a android.intent.action.VIEW -d";
    expect(await out(`${view} https://example.com/`)).toBe("com.android.settings/.Browser\n");
    expect(await out(`${view} foo:bar`)).toBe("No activity found\n");
  });
});
