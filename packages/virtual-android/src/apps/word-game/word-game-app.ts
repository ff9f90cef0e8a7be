import type { App } from "../../system/app.ts";
import { gameScreen } from "./game-screen.ts";
import { scoreDatabase, WORD_GAME_PACKAGE } from "./score-store.ts";

/** Not part of any Android image: a screen that only its picture tells of. */
export const wordGameApp: App = {
  packageName: WORD_GAME_PACKAGE,
  label: "Word Game",
  versionName: "1.0",
  versionCode: 1,
  icon: { name: "star", color: "#14213d" },
  launcherActivity: `${WORD_GAME_PACKAGE}/.GameActivity`,
  screens: [gameScreen],
  databases: [scoreDatabase],
};
