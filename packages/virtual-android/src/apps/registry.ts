import type { App } from "../system/app.ts";
import { browserApp } from "./browser/browser-app.ts";
import { clockApp } from "./clock/clock-app.ts";
import { contactsApp, contactsProvider } from "./contacts/contacts-app.ts";
import { launcherApp } from "./launcher/launcher-app.ts";
import { settingsApp, settingsSearch } from "./settings/settings-app.ts";
import { SYSTEM_PACKAGES } from "./system-packages.ts";
import { wordGameApp } from "./word-game/word-game-app.ts";

/** Everything that is on a new virtual phone, in the order of the home screen. */
export const APPS: readonly App[] = [
  launcherApp,
  settingsApp,
  clockApp,
  contactsApp,
  browserApp,
  wordGameApp,
  contactsProvider,
  settingsSearch,
  ...SYSTEM_PACKAGES,
];
