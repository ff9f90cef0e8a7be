import { describe, expect, it } from "vitest";
import { parseLauncherApps } from "#device-host/apps/launcher-apps.ts";

/** As `cmd package query-activities` of Android 14 has it, after the grep. */
const output = `  Activity #0:
    ActivityInfo:
      packageName=com.example.notes
      labelRes=0x7f010001 nonLocalizedLabel=null icon=0x7f020000 banner=0x0
      ApplicationInfo:
        packageName=com.example.notes
        labelRes=0x7f010000 nonLocalizedLabel=null icon=0x7f020000 banner=0x0
        sourceDir=/data/app/~~ab==/com.example.notes-1/base.apk
        splitSourceDirs=[/data/app/~~ab==/com.example.notes-1/split_config.de.apk, /data/app/~~ab==/com.example.notes-1/split_config.xhdpi.apk]
        enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode=4294967303 targetSandboxVersion=1
  Activity #1:
    ActivityInfo:
      packageName=com.example.notes
      labelRes=0x0 nonLocalizedLabel=Second icon icon=0x0 banner=0x0
      ApplicationInfo:
        packageName=com.example.notes
        sourceDir=/data/app/~~ab==/com.example.notes-1/base.apk
  Activity #2:
    ActivityInfo:
      packageName=com.example.timer
      labelRes=0x0 nonLocalizedLabel=null icon=0x0 banner=0x0
      ApplicationInfo:
        packageName=com.example.timer
        labelRes=0x0 nonLocalizedLabel=Egg timer: 3 icon=min icon=0x7f020000 banner=0x0
        sourceDir=/data/app/com.example.timer-1/base.apk
        enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode=3
  Activity #3:
    ActivityInfo:
      packageName=-rf /
      labelRes=0x0 nonLocalizedLabel=x icon=0x0 banner=0x0
      ApplicationInfo:
`;

describe("the launcher's activities", () => {
  it("tell each app once, with the version and where its label is written", () => {
    expect(parseLauncherApps(output)).toEqual([
      {
        package: "com.example.notes",
        versionCode: "4294967303",
        literalLabel: null,
        labelResource: 0x7f010001,
        apkPath: "/data/app/~~ab==/com.example.notes-1/base.apk",
        splitPaths: [
          "/data/app/~~ab==/com.example.notes-1/split_config.de.apk",
          "/data/app/~~ab==/com.example.notes-1/split_config.xhdpi.apk",
        ],
      },
      {
        package: "com.example.timer",
        versionCode: "3",
        literalLabel: "Egg timer: 3 icon=min",
        labelResource: 0,
        apkPath: "/data/app/com.example.timer-1/base.apk",
        splitPaths: [],
      },
    ]);
  });

  it("are none where the device has no such command", () => {
    expect(parseLauncherApps("Unknown command: query-activities\n")).toEqual([]);
  });
});
