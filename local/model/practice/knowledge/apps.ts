import { normalised } from "../skills/match-label.ts";

/** Packages under which an app is found on AOSP, Google's and the virtual phone's Android, the likeliest first. */
const packages: readonly (readonly [names: readonly string[], packages: readonly string[]])[] = [
  [["settings"], ["com.android.settings"]],
  [
    ["clock", "alarm", "alarms"],
    ["com.android.deskclock", "com.google.android.deskclock"],
  ],
  [
    ["contacts", "people", "address book"],
    ["com.android.contacts", "com.google.android.contacts"],
  ],
  [
    ["phone", "dialer"],
    ["com.android.dialer", "com.google.android.dialer"],
  ],
  [
    ["messages", "messaging", "sms"],
    ["com.android.messaging", "com.google.android.apps.messaging"],
  ],
  [
    ["browser", "chrome"],
    ["com.android.chrome", "com.android.browser", "org.chromium.webview_shell"],
  ],
  [["calculator"], ["com.android.calculator2", "com.google.android.calculator"]],
  [["calendar"], ["com.android.calendar", "com.google.android.calendar"]],
  [["camera"], ["com.android.camera2", "com.android.camera"]],
  [
    ["files", "file manager", "documents"],
    ["com.android.documentsui", "com.google.android.documentsui"],
  ],
  [
    ["gallery", "photos"],
    ["com.android.gallery3d", "com.google.android.apps.photos"],
  ],
  [["notes"], ["com.android.notes"]],
];

const lastPart = (name: string): string => name.split(".").at(-1) ?? "";

/** The package of an app by its name: of those installed when the prompt lists them. */
export function packageOfApp(name: string, installed: readonly string[]): string | undefined {
  const wanted = normalised(name);
  if (/^[a-z]\w*(\.\w+)+$/i.test(name)) return name;
  const known = packages.find(([names]) => names.includes(wanted))?.[1] ?? [];
  if (installed.length === 0) return known[0];
  return (
    known.find((candidate) => installed.includes(candidate)) ??
    installed.find((candidate) => normalised(lastPart(candidate)) === wanted)
  );
}
