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
    names: ["Do Not Disturb", "DND", "do not disturb mode"],
    path: ["Notifications", "Sound & vibration", "Do Not Disturb"],
  },
  { names: ["Dark theme", "dark mode", "night mode"], path: ["Display"] },
  {
    names: ["Adaptive brightness", "automatic brightness", "auto brightness", "auto-brightness"],
    path: ["Display"],
  },
  { names: ["Brightness level", "brightness", "screen brightness"], path: ["Display"] },
  { names: ["Auto-rotate screen", "auto rotate", "auto-rotate", "screen rotation"], path: ["Display"] },
  { names: ["Battery Saver", "power saving"], path: ["Battery", "Battery Saver"] },
  { names: ["Use location", "location"], path: ["Location"] },
  { names: ["Media volume"], path: ["Sound & vibration"] },
  { names: ["Ring volume", "ringer volume", "ring & notification volume"], path: ["Sound & vibration"] },
  { names: ["Alarm volume"], path: ["Sound & vibration"] },
  { names: ["Android version"], path: ["About phone", "About emulated device"] },
  { names: ["Model", "model number"], path: ["About phone", "About emulated device"] },
  { names: ["Device name"], path: ["About phone", "About emulated device"] },
  { names: ["Build number"], path: ["About phone", "About emulated device"] },
];

export function knownSetting(name: string): KnownSetting | undefined {
  const wanted = normalised(name);
  return settings.find((setting) => setting.names.some((known) => normalised(known) === wanted));
}
