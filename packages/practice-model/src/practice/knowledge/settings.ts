import { normalised } from "../skills/match-label.ts";

/** Where a setting lies in Android's Settings, as menu titles from the top. Where versions differ, the likelier title comes later. */
export interface KnownSetting {
  readonly names: readonly string[];
  readonly path: readonly string[];
}

const settings: readonly KnownSetting[] = [
  { names: ["Bluetooth"], path: ["Connected devices", "Connection preferences", "Bluetooth"] },
  {
    names: ["Wi-Fi", "WiFi", "wi fi", "wireless", "wireless LAN", "WLAN"],
    path: ["Network & internet", "Internet", "Wi-Fi"],
  },
  { names: ["Airplane mode", "aeroplane mode", "flight mode", "airplane"], path: ["Network & internet"] },
  { names: ["Mobile data", "cellular data"], path: ["Network & internet", "SIMs", "Internet"] },
  { names: ["NFC"], path: ["Connected devices", "Connection preferences", "NFC"] },
  {
    names: ["Do Not Disturb", "DND", "do-not-disturb", "do not disturb mode"],
    path: ["Notifications", "Sound & vibration", "Do Not Disturb"],
  },
  {
    names: [
      "Dark theme",
      "dark mode",
      "night mode",
      "the dark theme",
      "dark appearance",
      "dark UI",
      "dark colors",
      "dark colours",
    ],
    path: ["Display"],
  },
  {
    names: ["Adaptive brightness", "automatic brightness", "auto brightness", "auto-brightness"],
    path: ["Display"],
  },
  { names: ["Brightness level", "brightness", "screen brightness", "display brightness"], path: ["Display"] },
  {
    names: [
      "Auto-rotate screen",
      "autorotate",
      "screen auto-rotate",
      "automatic rotation",
      "automatic screen rotation",
      "rotation",
      "auto rotate",
      "auto-rotate",
      "screen rotation",
    ],
    path: ["Display"],
  },
  {
    names: ["Battery Saver", "power saving", "power saving mode", "battery saver mode", "power saver"],
    path: ["Battery", "Battery Saver"],
  },
  { names: ["Use location", "location", "location services", "location access", "GPS"], path: ["Location"] },
  { names: ["Media volume", "music volume"], path: ["Sound & vibration"] },
  {
    names: ["Ring volume", "ringtone volume", "ringer volume", "ring & notification volume"],
    path: ["Sound & vibration"],
  },
  { names: ["Alarm volume"], path: ["Sound & vibration"] },
  { names: ["Night Light", "night light mode", "blue light filter"], path: ["Display"] },
  {
    names: [
      "Use 24-hour format",
      "24-hour format",
      "24 hour format",
      "24-hour time",
      "24-hour clock",
      "24 hour clock",
      "24 hour time",
      "24-hour time format",
      "military time",
    ],
    path: ["System", "Date & time"],
  },
  {
    names: ["Screen timeout", "screen time out", "display timeout", "auto-lock time", "sleep timeout"],
    path: ["Display"],
  },
  { names: ["Notification volume"], path: ["Sound & vibration"] },
  { names: ["Call volume"], path: ["Sound & vibration"] },
  { names: ["Battery percentage"], path: ["Battery"] },
  { names: ["Battery", "battery level", "battery charge", "charge level"], path: [] },
  { names: ["Date & time", "date and time"], path: ["System"] },
  { names: ["Languages"], path: ["System"] },
  { names: ["System languages", "language", "system language"], path: ["System", "Languages"] },
  { names: ["Storage", "storage space"], path: [] },
  { names: ["Touch sounds"], path: ["Sound & vibration"] },
  { names: ["Dial pad tones", "dialpad tones", "keypad tones"], path: ["Sound & vibration"] },
  { names: ["Screen saver", "screensaver"], path: ["Display"] },
  { names: ["Vibration & haptics", "haptics", "haptic feedback"], path: ["Sound & vibration"] },
  {
    names: ["Set time automatically", "automatic date and time", "automatic time"],
    path: ["System", "Date & time"],
  },
  { names: ["Set time zone automatically", "automatic time zone"], path: ["System", "Date & time"] },
  { names: ["Time zone"], path: ["System", "Date & time"] },
  { names: ["IP address"], path: ["About phone", "About emulated device"] },
  { names: ["IMEI", "IMEI number"], path: ["About phone", "About emulated device"] },
  { names: ["Phone number"], path: ["About phone", "About emulated device"] },
  { names: ["SIM status"], path: ["About phone", "About emulated device"] },
  { names: ["Kernel version"], path: ["About phone", "Android version"] },
  {
    names: ["Android security update", "security update", "security patch level", "security patch"],
    path: ["About phone", "Android version"],
  },
  { names: ["Baseband version"], path: ["About phone", "Android version"] },
  {
    names: ["Android version", "version of android", "android", "os version"],
    path: ["About phone", "About emulated device"],
  },
  {
    names: ["Model", "model number", "phone model", "device model", "model name"],
    path: ["About phone", "About emulated device"],
  },
  { names: ["Device name", "phone name"], path: ["About phone", "About emulated device"] },
  { names: ["Build number"], path: ["About phone", "About emulated device"] },
];

export function knownSetting(name: string): KnownSetting | undefined {
  const wanted = normalised(name);
  return settings.find((setting) => setting.names.some((known) => normalised(known) === wanted));
}
