import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

/** Commands that tools on top of adb ask a phone for, in the words of Android 14 and its toybox. */
describe("top", () => {
  it("shows the processes of ps in toybox's columns, and the ticks of /proc/stat", async () => {
    await using user = await pickUpPhone();
    const lines = (await user.shell("top -b -n 1")).split("\n");
    expect(lines[0]).toMatch(/^Tasks: \d+ total, {3}1 running, +\d+ sleeping, {3}0 stopped, {3}0 zombie$/);
    expect(lines[1]).toBe("  Mem:  2017132K total,  1404792K used,   612340K free,        0K buffers");
    expect(lines[3]).toBe("400%cpu  16%user   0%nice  12%sys 372%idle   0%iow   0%irq   0%sirq   0%host");
    expect(lines[4]).toBe("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS            ");
    expect(lines).toContain(
      "  521 system       20   0  12G 306M 161M S  0.0  15.5   0:00.15 system_server  ",
    );
    const pids = (text: string) => [...text.matchAll(/^ *(\d+) (?=\w)/gm)].map(([, pid]) => Number(pid));
    expect(pids(lines.join("\n")).slice(0, 4)).toEqual([1, 350, 402, 521]);
  });

  it("takes columns, processes and lines, and goes on until it is ended", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("top -b -q -n 1 -o PID,RES,ARGS -p 402")).toBe("  402 8.9M adbd           \n");
    expect(await user.shell("top -b -n 2 -d 0.01 -p 1 | grep -c init")).toBe("2\n");
    expect(await user.shell("top -b -q -n 1 -m 2 | wc -l")).toBe("2\n");
    expect(await user.shell("timeout 0.2 top -d 0.05 -p 1 >/dev/null; echo $?")).toBe("124\n");
    expect(await user.shell("top -n 1 -o NOTHING 2>&1")).toBe("top: bad -o 'NOTHING'\n");
  });
});

describe("ifconfig", () => {
  it("shows the interfaces of `ip addr`, and wlan0 only while Wi-Fi is on", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("ifconfig wlan0")).toBe(
      [
        "wlan0     Link encap:Ethernet  HWaddr 02:15:b2:00:00:00",
        "          inet addr:10.0.2.16  Bcast:10.0.2.255  Mask:255.255.255.0 ",
        "          UP BROADCAST RUNNING MULTICAST  MTU:1500  Metric:1",
        "          RX packets:0 errors:0 dropped:0 overruns:0 frame:0 ",
        "          TX packets:0 errors:0 dropped:0 overruns:0 carrier:0 ",
        "          collisions:0 txqueuelen:1000 ",
        "          RX bytes:0 TX bytes:0 ",
        "",
        "",
      ].join("\n"),
    );
    await user.shell("svc wifi disable");
    expect(await user.shell("ifconfig")).toMatch(/^lo {8}Link encap:Local Loopback {2}\n(?!.*wlan0)/s);
    expect(await user.shell("ifconfig wlan0 2>&1")).toBe("ifconfig: wlan0: No such device\n");
  });
});

describe("dumpsys", () => {
  it("deviceidle says that a phone without cable and screen rests", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("dumpsys deviceidle | grep mState")).toBe("  mState=ACTIVE mLightState=ACTIVE\n");
    await user.shell("dumpsys battery unplug; input keyevent SLEEP");
    expect(await user.shell("dumpsys deviceidle get deep; dumpsys deviceidle get charging")).toBe(
      "INACTIVE\nfalse\n",
    );
    expect(await user.shell("dumpsys deviceidle force-idle 2>&1")).toContain("is not supported");
  });

  it("location has the phone's providers, on as long as its switch is", async () => {
    await using user = await pickUpPhone();
    const gps = () => user.shell("dumpsys location | grep -A 3 'gps provider:'");
    expect(await gps()).toMatch(/last location=null\n +enabled=true\n$/);
    await user.shell("cmd location set-location-enabled false");
    expect(await gps()).toMatch(/enabled=false\n$/);
  });
});

describe("a phone's languages", () => {
  it("are read with cmd locale and properties; like Android it has no program `locale`", async () => {
    await using user = await pickUpPhone();
    expect(await user.shell("cmd locale get-app-locales com.android.settings --user 0")).toBe(
      "Locales for com.android.settings for user 0 are []\n",
    );
    expect(await user.shell("cmd locale get-app-locales com.none")).toBe(
      "Unknown package com.none for userId 0\n",
    );
    expect(await user.shell("getprop persist.sys.locale")).toBe("en-US\n");
    expect(await user.shell("locale 2>&1")).toContain("inaccessible or not found");
  });
});

it("date has as many digits of the second as are asked for", async () => {
  await using user = await pickUpPhone();
  const [, three, six, nine] =
    /^(\d{3}) (\d{6}) (\d{9})\n$/.exec(await user.shell("date -d @0 '+%3N %6N %N'")) ?? [];
  expect([three, six, nine]).toEqual(["000", "000000", "000000000"]);
});
