import { describe, expect, it } from "vitest";
import { pickUpPhone } from "../phone-user.ts";

const clock = "com.android.deskclock";

describe("an app of the virtual phone that fails", () => {
  it("writes the block of a crash into the crash ring, where the plain logcat shows it too", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    const pid = (await user.shell(`pidof ${clock}`)).trim();
    user.phone.showAppError(clock, "crash");
    const crash = await user.shell("logcat -d -b crash -v raw");
    expect(crash).toMatch(
      new RegExp(
        `^--------- beginning of crash\nFATAL EXCEPTION: main\nProcess: ${clock}, PID: ${pid}\njava`,
      ),
    );
    expect(crash).toContain("\n\tat com.android.deskclock.DeskClock.onResume(DeskClock.java:42)\n");
    expect(await user.shell("logcat -d AndroidRuntime:E '*:S'")).toMatch(
      new RegExp(` +${pid} +${pid} E AndroidRuntime: FATAL EXCEPTION: main\n`),
    );
    expect(await user.shell(`pidof ${clock}`)).toBe("");
  });

  it("leaves am_crash with the process and its exception in the events ring only", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    const pid = (await user.shell(`pidof ${clock}`)).trim();
    await user.shell(`am crash ${clock}`);
    const className = "android.app.RemoteServiceException$CrashedByAdbException";
    expect(await user.shell("logcat -d -b events -v raw -s am_crash")).toContain(
      `[${pid},0,${clock},810073669,${className},shell-induced crash,DeskClock.java,42,0]\n`,
    );
    expect(await user.shell("logcat -d")).not.toContain("am_crash");
    expect(await user.shell("logcat -b all -d")).toContain("am_crash: [");
    expect(await user.find("Clock has stopped")).toBeDefined();
  });

  it("logs an ANR with its reason, and the end of the process when its dialog closes it", async () => {
    await using user = await pickUpPhone();
    await user.tap("Clock");
    const pid = (await user.shell(`pidof ${clock}`)).trim();
    user.phone.showAppError(clock, "anr");
    expect(await user.shell("logcat -d -b system -v raw -s ActivityManager:E")).toMatch(
      new RegExp(
        `ANR in ${clock} \\(${clock}/.DeskClock\\)\nPID: ${pid}\nReason: Input dispatching timed out \\(`,
      ),
    );
    expect(await user.shell("logcat -d -b events -v raw -s am_anr")).toContain(
      `[0,${pid},${clock},810073669,Input `,
    );
    expect(await user.shell(`pidof ${clock}`)).toBe(`${pid}\n`);
    await user.tap("android:id/aerr_close");
    expect(await user.shell(`pidof ${clock}`)).toBe("");
    expect(await user.shell("logcat -d -b events -v raw -s am_kill")).toContain(
      `[0,${pid},${clock},0,user request after error]`,
    );
  });

  it("offers what AppErrorDialog offers: app info, closing, and opening anew where the setting says so", async () => {
    await using user = await pickUpPhone();
    await user.shell("settings put global show_restart_in_crash_dialog 1");
    user.phone.showAppError(clock, "crash");
    await user.tap("android:id/aerr_restart");
    expect(user.phone.activities.focused()?.packageName).toBe(clock);
    user.phone.showAppError(clock, "crash");
    expect(await user.find("Clock keeps stopping")).toBeDefined();
    await user.tap("android:id/aerr_app_info");
    expect(await user.find("App info")).toBeDefined();
  });

  it("may be the system's own surface, which says so by its name", async () => {
    await using user = await pickUpPhone();
    user.phone.showAppError("com.android.systemui", "anr");
    expect(await user.find("System UI isn't responding")).toBeDefined();
    await user.tap("android:id/aerr_wait");
    expect(user.phone.activities.focused()?.packageName).toBe("com.android.launcher3");
    expect(await user.shell("logcat -d -b events -v raw -s am_anr")).toContain(",com.android.systemui,");
  });

  it("forgets only the rings that logcat -c names", async () => {
    await using user = await pickUpPhone();
    user.phone.showAppError(clock, "crash");
    await user.shell("logcat -b crash -c");
    expect(await user.shell("logcat -d -b crash")).toBe("");
    expect(await user.shell("logcat -d -b events -v brief")).toContain("I/am_crash(  521): ");
  });
});
