import type { App } from "../system/app.ts";
import { MEDIA_PROVIDER, mediaDatabase } from "../system/storage/media-store.ts";
import { createSettingsTables } from "../system/storage/settings-store.ts";
import { CALENDAR_PROVIDER, calendarDatabase } from "./calendar/calendar-database.ts";
import { messagesDatabase, TELEPHONY_PROVIDER } from "./messages/messages-database.ts";
import { brightnessDialog } from "./settings/brightness-dialog.ts";
import { shadeScreen } from "./system-ui/shade-screen.ts";

const base = {
  versionName: "14",
  versionCode: 34,
  icon: { name: "android", color: "#5f6368" },
  launcherActivity: null,
  screens: [],
} as const;

/** Packages without screens that tools look for. */
export const SYSTEM_PACKAGES: readonly App[] = [
  { ...base, packageName: "android", label: "Android System" },
  {
    ...base,
    packageName: "com.android.systemui",
    label: "System UI",
    screens: [brightnessDialog, shadeScreen],
  },
  { ...base, packageName: "com.android.shell", label: "Shell" },
  { ...base, packageName: "com.android.inputmethod.latin", label: "Android Keyboard (AOSP)" },
  { ...base, packageName: "com.android.adbkeyboard", label: "ADB Keyboard", versionName: "2.4-dev" },
  { ...base, packageName: "com.android.permissioncontroller", label: "Permission controller" },
  {
    ...base,
    packageName: TELEPHONY_PROVIDER,
    label: "Phone and Messaging Storage",
    databases: [messagesDatabase],
  },
  {
    ...base,
    packageName: CALENDAR_PROVIDER,
    label: "Calendar Storage",
    databases: [calendarDatabase],
  },
  {
    ...base,
    packageName: MEDIA_PROVIDER,
    label: "Media Storage",
    databases: [mediaDatabase],
  },
  {
    ...base,
    packageName: "com.android.providers.settings",
    label: "Settings Storage",
    databases: [
      {
        packageName: "com.android.providers.settings",
        path: "data/data/com.android.providers.settings/databases/settings.db",
        create: createSettingsTables,
      },
    ],
  },
];
