import type { ListedApp } from "../prompt/prompt-view.ts";
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

const isPackage = (name: string): boolean => /^[a-z]\w*(\.\w+)+$/i.test(name);

const namesakes = (name: string) =>
  packages.find(([names]) => names.includes(normalised(name))) ?? [[normalised(name)], []];

/**
 * What `open_app` is given for an app of that name: as the prompt lists it, or the likeliest package when it lists none.
 * Undefined when there is no such app.
 */
export function openableApp(name: string, installed: readonly ListedApp[]): string | undefined {
  if (isPackage(name)) return name;
  const [names, known] = namesakes(name);
  if (installed.length === 0) return known[0];
  const listed =
    installed.find(({ label }) => normalised(label) === normalised(name)) ??
    installed.find(({ label }) => names.includes(normalised(label))) ??
    installed.find((app) => known.includes(app.package ?? app.label)) ??
    installed.find((app) => normalised(lastPart(app.package ?? "")) === normalised(name));
  return listed?.package ?? listed?.label;
}

/** Whether the app in front is the one of that name, by its label or its package. */
export function isAppOf(name: string, front: { readonly label: string; readonly package: string }): boolean {
  const [names, known] = namesakes(name);
  return (
    front.package === name ||
    known.includes(front.package) ||
    names.includes(normalised(front.label)) ||
    normalised(front.label) === normalised(name)
  );
}
