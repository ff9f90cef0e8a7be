/** Apps that are on many phones, for a device that does not tell their labels. */
const wellKnown: Readonly<Record<string, string>> = {
  "com.android.camera2": "Camera",
  "com.android.chrome": "Chrome",
  "com.android.contacts": "Contacts",
  "com.android.deskclock": "Clock",
  "com.android.dialer": "Phone",
  "com.android.documentsui": "Files",
  "com.android.gallery3d": "Gallery",
  "com.android.messaging": "Messaging",
  "com.android.settings": "Settings",
  "com.android.vending": "Play Store",
  "com.facebook.katana": "Facebook",
  "com.google.android.apps.docs": "Drive",
  "com.google.android.apps.maps": "Maps",
  "com.google.android.apps.messaging": "Messages",
  "com.google.android.apps.nbu.files": "Files",
  "com.google.android.apps.photos": "Photos",
  "com.google.android.calculator": "Calculator",
  "com.google.android.calendar": "Calendar",
  "com.google.android.contacts": "Contacts",
  "com.google.android.deskclock": "Clock",
  "com.google.android.dialer": "Phone",
  "com.google.android.gm": "Gmail",
  "com.google.android.googlequicksearchbox": "Google",
  "com.google.android.keep": "Keep Notes",
  "com.google.android.youtube": "YouTube",
  "com.instagram.android": "Instagram",
  "com.sec.android.app.camera": "Camera",
  "com.sec.android.app.sbrowser": "Samsung Internet",
  "com.spotify.music": "Spotify",
  "com.whatsapp": "WhatsApp",
  "org.mozilla.firefox": "Firefox",
  "org.telegram.messenger": "Telegram",
};

/** Parts of a package's name that say nothing of the app. */
const sayNothing = new Set(["android", "app", "apps", "client", "lite", "mobile", "main"]);

/** What to call an app whose label nobody knows: by its package, which is all there is. */
export function nameFromPackage(packageName: string): string {
  const known = wellKnown[packageName];
  if (known !== undefined) return known;
  const parts = packageName.split(".");
  const part = parts.slice(1).findLast((name) => !sayNothing.has(name.toLowerCase())) ?? parts.at(-1) ?? "";
  const words = part.replaceAll("_", " ").trim();
  return words === ""
    ? packageName.slice(0, 80)
    : (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 80);
}
