import type { App } from "../../system/app.ts";
import { callLogDatabase } from "../phone/call-log-database.ts";
import { contactScreen } from "./contact-screen.ts";
import { contactsDatabase } from "./contacts-database.ts";
import { editorScreen } from "./editor-screen.ts";
import { peopleScreen } from "./people-screen.ts";

export const contactsApp: App = {
  packageName: "com.android.contacts",
  label: "Contacts",
  translations: { de: "Kontakte" },
  versionName: "1.7.34",
  versionCode: 10734,
  icon: { name: "account", color: "#1a73e8" },
  launcherActivity: "com.android.contacts/.activities.PeopleActivity",
  permissions: [
    "android.permission.READ_CONTACTS",
    "android.permission.WRITE_CONTACTS",
    "android.permission.GET_ACCOUNTS",
    "android.permission.CALL_PHONE",
    "android.permission.INTERNET",
  ],
  screens: [peopleScreen, contactScreen, editorScreen],
};

/** The app's data live with their provider, as on Android: `pm clear com.android.contacts` keeps them. */
export const contactsProvider: App = {
  packageName: "com.android.providers.contacts",
  label: "Contacts Storage",
  versionName: "14",
  versionCode: 34,
  icon: { name: "account", color: "#5f6368" },
  launcherActivity: null,
  screens: [],
  databases: [contactsDatabase, callLogDatabase],
};
