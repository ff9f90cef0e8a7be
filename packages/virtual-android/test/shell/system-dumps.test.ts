import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

/** Expressions of clients that read these dumps (openatx/uiautomator2, airtest, appium-adb, androidtv). */
const VIEWPORT =
  /DisplayViewport\{.*valid=true, .*orientation=(?<orientation>\d+), .*deviceWidth=(?<width>\d+), deviceHeight=(?<height>\d+).*/;
const DISPLAY_CONTENTS = /init=(\d+x\d+) .*cur=(\d+)x(\d+) app=(\d+)x(\d+)/;

describe("what the services of the virtual phone say of themselves", () => {
  it("is as much storage from df, stat -f and Settings", async () => {
    await using user = await pickUpPhone();
    const [, total = 0, used = 0, free = 0] =
      /dm-5 +(\d+) +(\d+) +(\d+) +39% \/sdcard/.exec(await user.shell("df /sdcard"))?.map(Number) ?? [];
    expect(total).toBe(used + free);
    const [block = 0, blocks = 0, available = 0] = (await user.shell("stat -f -c '%s %b %a' /sdcard"))
      .split(" ")
      .map(Number);
    expect([blocks * block, available * block]).toEqual([total * 1_024, free * 1_024]);
    expect(await user.shell("df -h")).toMatch(/ 60G +23G +37G +39% \/data/);
    await user.shell("am start -a android.settings.SETTINGS");
    const tree = await user.phone.dumpHierarchy();
    expect(tree.ok && tree.xml).toContain(`38% used - ${((available * block) / 1e9).toFixed(2)} GB free`);
  });

  it("is how many frames an app has drawn: one for each change of its views, and two a second for its cursor", async () => {
    await using user = await pickUpPhone();
    const frames = async (app: string): Promise<number> => {
      const dump = await user.shell(`dumpsys gfxinfo ${app}`);
      expect(dump).toMatch(new RegExp(`^\\*\\* Graphics info for pid \\d+ \\[${app}\\] \\*\\*$`, "m"));
      return Number(/^Total frames rendered: (\d+)$/m.exec(dump)?.[1]);
    };
    await user.shell("am start -a android.settings.SETTINGS");
    const first = await frames("com.android.settings");
    expect(first).toBeGreaterThan(0);
    user.setTime("2026-03-02T09:50:00Z");
    expect(await frames("com.android.settings")).toBe(first);
    await user.phone.input.swipe(540, 1_600, 540, 1_250, 400);
    expect(await frames("com.android.settings")).toBe(first + 1);
    await user.shell("am start -a android.intent.action.SENDTO -d sms:5550100");
    const writing = await frames("com.android.messaging");
    user.setTime("2026-03-02T09:50:03Z");
    expect(await frames("com.android.messaging")).toBe(writing + 6);
    expect(await user.shell("dumpsys gfxinfo com.example.none")).toBe(
      "No process found for: com.example.none\n",
    );
  });

  it("are the layers of the display, with the surface of a game", async () => {
    await using user = await pickUpPhone();
    await user.shell("am start -a android.settings.SETTINGS");
    const layers = () => user.shell("dumpsys SurfaceFlinger --list");
    expect(await layers()).toContain("com.android.settings/com.android.settings.Settings#");
    expect(await layers()).not.toContain("SurfaceView");
    await user.shell("am start -n com.example.wordgame/.GameActivity");
    expect(await layers()).toContain("SurfaceView[com.example.wordgame/com.example.wordgame.GameActivity]#");
  });

  it("is how long the phone runs, which goes on, and anew after a reboot", async () => {
    await using user = await pickUpPhone();
    const ticks = async (): Promise<number> =>
      (await user.shell("head -n 1 /proc/stat"))
        .split(" ")
        .slice(2)
        .reduce((sum, one) => sum + Number(one), 0);
    const before = await ticks();
    user.setTime("2026-03-02T12:43:00Z");
    expect((await ticks()) - before).toBe(3 * 3_600 * 400 + 2 * 60 * 400);
    expect(await user.shell("cut -d. -f1 /proc/uptime; uptime; dumpsys meminfo | grep Uptime")).toBe(
      "10920\n 12:43:00 up  3:02,  0 users,  load average: 0.00, 0.00, 0.00\nUptime: 10920000 Realtime: 10920000\n",
    );
    await user.phone.reboot();
    expect(await user.shell("cat /proc/uptime; uptime")).toMatch(/^0\.00 0\.00\n 12:43:00 up 0 min, /);
  });

  it("is as much memory from ps, /proc and meminfo, down to the last kilobyte of each part", async () => {
    await using user = await pickUpPhone();
    await user.shell("am start -a android.settings.SETTINGS");
    const dump = await user.shell("dumpsys meminfo com.android.settings");
    const pid = /\*\* MEMINFO in pid (\d+) \[com\.android\.settings\] \*\*/.exec(dump)?.[1] ?? "";
    expect(await user.shell("pidof com.android.settings")).toBe(`${pid}\n`);
    const [, pss = 0, rss = 0] =
      /TOTAL PSS: +(\d+) +TOTAL RSS: +(\d+) +TOTAL SWAP \(KB\): +0\n/.exec(dump)?.map(Number) ?? [];
    expect(await user.shell(`ps -p ${pid} -o RSS=`)).toBe(`${rss}\n`);
    expect(await user.shell(`grep VmRSS /proc/${pid}/status`)).toMatch(new RegExp(` ${rss} kB`));
    const rows = [...dump.matchAll(/^ *([A-Z.][\w ]+?) +(\d+) +(\d+) +(\d+) +0 +(\d+)/gim)].map(
      ([, name, ...numbers]) => ({ name, numbers: numbers.map(Number) }),
    );
    const parts = rows.filter(({ name }) => name !== "TOTAL");
    expect(rows.at(-1)?.numbers).toEqual(
      [0, 1, 2, 3].map((place) => parts.reduce((sum, { numbers }) => sum + (numbers[place] ?? 0), 0)),
    );
    expect(rows.at(-1)?.numbers).toMatchObject([pss, expect.any(Number), expect.any(Number), rss]);
    const summed = [
      ...dump.matchAll(/^ +(?:Java Heap|Native Heap|Code|Stack|Graphics|Private Other|System): +(\d+)/gm),
    ];
    expect(summed.reduce((sum, [, size]) => sum + Number(size), 0)).toBe(pss);
    const whole = await user.shell("dumpsys meminfo");
    expect(whole).toContain(
      `${pss.toLocaleString("en-US").padStart(9)}K: com.android.settings (pid ${pid} / activities)\n`,
    );
    const total = /MemTotal: +(\d+)/.exec(await user.shell("cat /proc/meminfo"))?.[1];
    const size = (name: string): number =>
      Number(new RegExp(`${name}: +([\\d,]+)K`).exec(whole)?.[1]?.replaceAll(",", ""));
    expect(size("Total RAM")).toBe(Number(total));
    expect(size("Free RAM") + size("Used RAM") + size("Lost RAM")).toBe(Number(total));
    expect(await user.shell("dumpsys meminfo no.such; dumpsys meminfo --oom 2>&1")).toBe(
      "No process found for: no.such\ndumpsys meminfo --oom is not supported by this virtual phone\n",
    );
  });

  it("is nothing else than what was asked for", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("dumpsys activity services x")).toBe(
      "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n",
    );
    expect(await user.shell("dumpsys window policy")).toMatch(
      /^WINDOW MANAGER POLICY STATE .*\n {4}screenState=SCREEN_STATE_ON\n/,
    );
    expect(await user.shell("dumpsys window nope")).toBe(
      "Bad window command, or no windows match: nope\nUse -h for help.\n",
    );
    for (const part of [
      "activity broadcasts",
      "window animator",
      "SurfaceFlinger --latency",
      "package features",
    ])
      expect(await user.shell(`dumpsys ${part} 2>&1; echo $?`)).toBe(
        `dumpsys ${part} is not supported by this virtual phone\n1\n`,
      );
    // A phone has it, this one has not: a client that reads frame times must not take nothing for none.
    expect(await user.shell("dumpsys graphicsstats 2>&1; echo $?")).toBe(
      "dumpsys graphicsstats is not supported by this virtual phone\n1\n",
    );
  });

  it("is how the display is held, in every dump that clients read it from", async () => {
    await using user = await pickUpPhone();
    await user.shell("settings put system user_rotation 1");
    expect(VIEWPORT.exec(await user.shell("dumpsys display"))?.groups).toEqual({
      orientation: "1",
      width: "2400",
      height: "1080",
    });
    const input = await user.shell("dumpsys input");
    expect(input).toMatch(/SurfaceOrientation: 1\n/);
    expect(input).toMatch(/Viewport INTERNAL: displayId=0, .*orientation=1, .*deviceSize=\[2400, 1080\]/);
    const window = await user.shell("dumpsys window displays");
    expect(DISPLAY_CONTENTS.exec(window)?.slice(1)).toEqual(["1080x2400", "2400", "1080", "2400", "1080"]);
    expect(window).toContain("mCurrentRotation=ROTATION_90");
    expect(window).toContain("mUserRotationMode=USER_ROTATION_LOCKED mUserRotation=ROTATION_90");
    await user.shell("wm size 720x1280");
    expect(await user.shell("dumpsys window displays")).toContain(
      "init=1080x2400 420dpi base=720x1280 420dpi cur=1280x720",
    );
    expect(await user.shell("cmd display get-displays")).toContain("real 1280 x 720");
  });

  it("is the network and the calls that there are", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("dumpsys wifi")).toMatch(
      /^Wi-Fi is enabled\n[\s\S]*mWifiInfo SSID: "AndroidWifi", [\s\S]*Supplicant state: COMPLETED/,
    );
    expect(await user.shell("dumpsys telephony.registry")).toMatch(
      /mCallState=0\n[\s\S]*mDataConnectionState=0\n/,
    );
    user.phone.receiveCall({ from: "+15550100" });
    await user.shell("svc wifi disable");
    expect(await user.shell("dumpsys telephony.registry")).toMatch(
      /mCallState=1\n[\s\S]*mCallIncomingNumber=\+15550100\n[\s\S]*mDataConnectionState=2\n/,
    );
    expect(await user.shell("dumpsys wifi")).toMatch(/^Wi-Fi is disabled\n[\s\S]*DISCONNECTED/);
    expect(await user.shell("dumpsys connectivity")).toContain("ni{MOBILE[LTE] CONNECTED");
  });

  it("is the notifications, whose words need --noredact", async () => {
    await using user = await pickUpPhone();
    await user.shell("cmd notification post -t 'A title' mine 'Some text'");
    expect(await user.shell("cmd notification list")).toBe("0|com.android.shell|2020|mine|2000\n");
    expect(await user.shell("dumpsys notification")).toMatch(
      /NotificationRecord\(0x\w+: pkg=com\.android\.shell user=UserHandle\{0\} id=2020 tag=mine [\s\S]*android\.title=String \[length=7\]/,
    );
    expect(await user.shell("dumpsys notification --noredact")).toContain(
      "android.text=String (Some text)\n",
    );
    expect(await user.shell("cmd notification get '0|com.android.shell|2020|mine|2000'")).toContain(
      "(A title)",
    );
    await user.shell("cmd notification set_dnd priority");
    expect(await user.shell("dumpsys notification")).toContain("mZenMode=ZEN_MODE_IMPORTANT_INTERRUPTIONS");
  });

  it("is no media session while nothing plays", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("dumpsys media_session")).toContain("Sessions Stack - have 0 sessions:");
  });

  it("names the activities that an intent opens, and the features", async () => {
    await using user = await pickUpPhone();
    const home = "-a android.intent.action.MAIN -c android.intent.category.HOME";
    expect(await user.shell(`cmd package resolve-activity --brief ${home}`)).toContain(
      "com.android.launcher3/.uioverrides.QuickstepLauncher\n",
    );
    expect(
      await user.shell("cmd package query-activities --brief -a android.settings.WIFI_SETTINGS"),
    ).toMatch(/^1 activities found:\n[\s\S]*com\.android\.settings\/\.Settings\$WifiSettingsActivity\n/);
    expect(await user.shell("pm has-feature android.hardware.wifi; echo $?")).toBe("true\n0\n");
    expect(await user.shell("pm has-feature android.hardware.nfc; echo $?")).toBe("false\n1\n");
    expect(await user.shell("pm list features")).toContain("feature:android.hardware.touchscreen\n");
    await user.tap("Settings");
    expect(await user.shell("am stack list")).toContain(
      "com.android.settings/com.android.settings.Settings ",
    );
  });

  it("feels a finger of input motionevent when it is lifted", async () => {
    await using user = await pickUpPhone();
    const [left, top, right, bottom] = (await user.see("Clock")).bounds;
    const at = `${(left + right) / 2} ${(top + bottom) / 2}`;
    await user.shell(`input motionevent DOWN ${at}; input motionevent UP ${at}`);
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.deskclock");
    await user.press(3);
    await user.shell(
      "input motionevent DOWN 540 1800; input motionevent MOVE 540 1000; input motionevent UP 540 700",
    );
    expect(await user.find("com.android.launcher3:id/apps_view")).toBeDefined();
    expect(await user.shell("input motionevent HOVER 1 1 2>&1")).toContain("Unknown action: HOVER");
  });
});
