import { describe, expect, it } from "vitest";
import { parseShownWindows } from "#device-host/observe/shown-windows.ts";

const home = "com.google.android.apps.nexuslauncher";
const resolved = `priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n${home}/.NexusLauncherActivity\n`;

let number = 0;
/** As WindowState.dump of Android 14 has it, after the host's grep. */
const window = (id: string, title: string, owner: string, visible = true): string => {
  number += 1;
  return [
    `  Window #${number} Window{${id} u0 ${title}}:`,
    `    mOwnerUid=10150 showForAllUsers=false package=${owner} appop=NONE`,
    ...(visible ? ["    isVisible=true"] : []),
  ].join("\n");
};
const furniture = [
  window("a1", "StatusBar", "com.android.systemui"),
  window("a2", "NavigationBar0", "com.android.systemui"),
  window("a3", "InputMethod", "com.google.android.inputmethod.latin"),
  window("a4", "com.breel.wallpapers.LiveWallpaper", "com.breel.wallpapers"),
  window("a5", "Toast", "com.example.chatty"),
];
const launcher = window("b1", `${home}/${home}.NexusLauncherActivity`, home);
const said = (output: string) => ({ output, code: 0, truncated: false });
const shown = (focus: string, ...windows: readonly string[]) =>
  parseShownWindows([
    said(resolved),
    said(
      [
        ...furniture,
        ...windows,
        `  mCurrentFocus=${focus}`,
        `  mFocusedApp=ActivityRecord{c1 u0 ${home}/.X t1}`,
      ].join("\n"),
    ),
  ]);

describe("the windows on a display", () => {
  it("are the home screen's alone, whatever bars, wallpapers, keyboards and messages there are", () => {
    expect(shown(`Window{b1 u0 ${home}/${home}.NexusLauncherActivity}`, launcher)).toEqual({
      home,
      inFront: home,
      apps: [],
      failing: [],
    });
  });

  it("[fault C18] tell whose dialog has the focus, whatever it is called", () => {
    const dialog = window("d1", "Rate com.android.systemui/.X", "com.example.shop");
    expect(shown("Window{d1 u0 Rate com.android.systemui/.X}", dialog, launcher)).toMatchObject({
      inFront: "com.example.shop",
      apps: ["com.example.shop"],
    });
  });

  it("[fault C18] tell of an overlay that takes no input, and of none that is hidden", () => {
    const bubble = window("d1", "Bubble", "com.example.bubble");
    const hidden = window("d2", "com.example.gone/.Main", "com.example.gone", false);
    const focus = `Window{b1 u0 ${home}/${home}.NexusLauncherActivity}`;
    expect(shown(focus, bubble, hidden, launcher)).toMatchObject({
      inFront: home,
      apps: ["com.example.bubble"],
    });
  });

  it("[fault C18] tell of Android's dialogs about apps, the shade, the lock screen, and of no focus at all", () => {
    const crash = window("d1", "Application Error: com.example.shop:remote", "android");
    expect(shown("Window{d1 u0 Application Error: com.example.shop:remote}", crash, launcher)).toEqual({
      home,
      inFront: "android",
      apps: [],
      failing: ["com.example.shop:remote"],
    });
    const shade = window("d1", "NotificationShade", "com.android.systemui");
    expect(shown("Window{d1 u0 NotificationShade}", shade, launcher).inFront).toBe("com.android.systemui");
    expect(shown("null", launcher).inFront).toBe("");
  });

  it("says nothing of a home screen that the device does not name", () => {
    expect(parseShownWindows([said("cmd: Can't find service: package"), said("")])).toEqual({
      home: "",
      inFront: "",
      apps: [],
      failing: [],
    });
  });
});
