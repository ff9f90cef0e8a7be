import type { App } from "../../system/app.ts";
import { browserScreen } from "./browser-screen.ts";

export const browserApp: App = {
  packageName: "org.chromium.webview_shell",
  label: "Browser",
  versionName: "113.0.5672.136",
  versionCode: 567213600,
  icon: { name: "globe", color: "#4f8a5b" },
  launcherActivity: "org.chromium.webview_shell/.WebViewBrowserActivity",
  permissions: [
    "android.permission.INTERNET",
    "android.permission.ACCESS_NETWORK_STATE",
    "android.permission.ACCESS_FINE_LOCATION",
    "android.permission.CAMERA",
    "android.permission.RECORD_AUDIO",
  ],
  screens: [browserScreen],
};
