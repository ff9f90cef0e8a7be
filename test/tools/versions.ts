import yumeChanAdb from "@yume-chan/adb/package.json" with { type: "json" };
import appiumAdb from "appium-adb/package.json" with { type: "json" };

export const versions = { appiumAdb: appiumAdb.version, yumeChanAdb: yumeChanAdb.version };
