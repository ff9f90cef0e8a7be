import type { ActionKind } from "../../contracts/job/policy.ts";

/** Apps whose every button is of a kind, as phones of the large makers ship them. */
const packagesOfKind = {
  call: [
    "com.android.dialer",
    "com.android.incallui",
    "com.android.phone",
    "com.android.server.telecom",
    "com.google.android.dialer",
    "com.samsung.android.dialer",
    "com.samsung.android.incallui",
  ],
  sms: [
    "com.android.messaging",
    "com.android.mms",
    "com.google.android.apps.messaging",
    "com.samsung.android.messaging",
  ],
  install: [
    "com.amazon.venezia",
    "com.android.packageinstaller",
    "com.android.vending",
    "com.aurora.store",
    "com.google.android.packageinstaller",
    "com.huawei.appmarket",
    "com.sec.android.app.samsungapps",
    "com.xiaomi.market",
    "org.fdroid.fdroid",
  ],
  settings: [
    "com.android.settings",
    "com.android.settings.intelligence",
    "com.google.android.settings.intelligence",
  ],
} as const satisfies Partial<Record<ActionKind, readonly string[]>>;

const schemesOfKind = {
  call: ["tel", "callto", "sip", "voicemail"],
  sms: ["sms", "smsto", "mms", "mmsto"],
  install: ["market", "package", "fdroidrepo", "fdroidrepos"],
} as const satisfies Partial<Record<ActionKind, readonly string[]>>;

const kindsIn = (
  table: Partial<Record<ActionKind, readonly string[]>>,
  wanted: string,
): readonly ActionKind[] =>
  (Object.keys(table) as ActionKind[]).filter((kind) => table[kind]?.includes(wanted));

/** What else than touching is done by acting in that app. */
export const kindsOfPackage = (packageName: string): readonly ActionKind[] =>
  kindsIn(packagesOfKind, packageName);

/** What else than browsing is done by opening an address of that scheme, named without its colon. */
export const kindsOfScheme = (scheme: string): readonly ActionKind[] => kindsIn(schemesOfKind, scheme);

/** The home screens, and Android's own dialogs (which app to open it with, an app that does not answer). */
const ownScreens = [
  "android",
  "com.android.launcher",
  "com.android.launcher3",
  "com.google.android.apps.nexuslauncher",
  "com.google.android.googlequicksearchbox",
  "com.miui.home",
  "com.huawei.android.launcher",
  "com.sec.android.app.launcher",
];
/** What is between the apps: there however few apps a job may use. */
export const isHomeScreen = (packageName: string): boolean => ownScreens.includes(packageName);

const permissionDialogs = ["com.android.permissioncontroller", "com.google.android.permissioncontroller"];
/** Android's questions whether an app may have a permission, and its pages of all permissions (Android 10 and later). */
export const asksForPermission = (packageName: string): boolean => permissionDialogs.includes(packageName);

const browsers = [
  "com.android.browser",
  "com.android.chrome",
  "com.brave.browser",
  "com.chrome.beta",
  "com.duckduckgo.mobile.android",
  "com.microsoft.emmx",
  "com.opera.browser",
  "com.sec.android.app.sbrowser",
  "org.chromium.webview_shell",
  "org.mozilla.fenix",
  "org.mozilla.firefox",
];
/** Whatever is in its address bar is opened, also one word. */
export const searchesNothing = (packageName: string): boolean => packageName === "org.chromium.webview_shell";
/** An app in which a typed address is opened. */
export const isBrowser = (packageName: string): boolean => browsers.includes(packageName);
