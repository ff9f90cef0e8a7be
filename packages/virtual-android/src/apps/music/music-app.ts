import type { App } from "../../system/app.ts";
import { libraryScreen } from "./library-screen.ts";
import { MUSIC_PACKAGE, musicDatabase } from "./music-store.ts";
import { playerScreen } from "./player-screen.ts";
import { playlistScreen } from "./playlist-screen.ts";

/** Not part of any Android image: what plays continues while nobody looks, and a screen that shows it is never idle. */
export const musicApp: App = {
  packageName: MUSIC_PACKAGE,
  label: "Music",
  translations: { de: "Musik" },
  versionName: "3.0.2",
  versionCode: 302,
  icon: { name: "music", color: "#8e24aa" },
  launcherActivity: `${MUSIC_PACKAGE}/.MainActivity`,
  screens: [libraryScreen, playlistScreen, playerScreen],
  databases: [musicDatabase],
};
