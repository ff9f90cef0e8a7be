import type { App } from "../../system/app.ts";
import { filesScreen } from "./files-screen.ts";

export const filesApp: App = {
  packageName: "com.android.documentsui",
  label: "Files",
  translations: { de: "Dateien" },
  versionName: "14",
  versionCode: 34,
  icon: { name: "folder", color: "#1a73e8" },
  launcherActivity: "com.android.documentsui/.files.FilesActivity",
  screens: [filesScreen],
};
