import type { App } from "../system/app.ts";
import { browserApp } from "./browser/browser-app.ts";
import { calendarApp } from "./calendar/calendar-app.ts";
import { clockApp } from "./clock/clock-app.ts";
import { contactsApp, contactsProvider } from "./contacts/contacts-app.ts";
import { filesApp } from "./files/files-app.ts";
import { launcherApp } from "./launcher/launcher-app.ts";
import { messagesApp } from "./messages/messages-app.ts";
import { musicApp } from "./music/music-app.ts";
import { notesApp } from "./notes/notes-app.ts";
import { phoneApp } from "./phone/phone-app.ts";
import { settingsApp, settingsSearch } from "./settings/settings-app.ts";
import { shopApp } from "./shop/shop-app.ts";
import { SYSTEM_PACKAGES } from "./system-packages.ts";
import { wordGameApp } from "./word-game/word-game-app.ts";

/** Everything that is on a new virtual phone, in the order of the home screen. */
export const APPS: readonly App[] = [
  launcherApp,
  settingsApp,
  clockApp,
  contactsApp,
  phoneApp,
  messagesApp,
  calendarApp,
  browserApp,
  filesApp,
  notesApp,
  musicApp,
  shopApp,
  wordGameApp,
  contactsProvider,
  settingsSearch,
  ...SYSTEM_PACKAGES,
];
