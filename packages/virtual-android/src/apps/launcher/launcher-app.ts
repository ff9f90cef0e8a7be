import type { App } from "../../system/app.ts";
import { homeScreen } from "./home-screen.ts";
import { recentsScreen } from "./recents-screen.ts";

export const launcherApp: App = {
  packageName: "com.android.launcher3",
  label: "Quickstep",
  versionName: "14",
  versionCode: 34,
  icon: { name: "home", color: "#5f6368" },
  launcherActivity: null,
  isHome: true,
  screens: [homeScreen, recentsScreen],
};
