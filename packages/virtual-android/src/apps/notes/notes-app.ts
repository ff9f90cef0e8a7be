import type { App } from "../../system/app.ts";
import { noteEditorScreen } from "./editor-screen.ts";
import { notesListScreen } from "./notes-list-screen.ts";

/** Markdown files below /sdcard/Notes, and nothing else: whoever writes a file there has written a note. */
export const notesApp: App = {
  packageName: "org.drover.notes",
  label: "Notes",
  translations: { de: "Notizen" },
  versionName: "1.4",
  versionCode: 14,
  icon: { name: "note", color: "#f2a600" },
  launcherActivity: "org.drover.notes/.MainActivity",
  screens: [notesListScreen, noteEditorScreen],
};
