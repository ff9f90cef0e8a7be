/** Pages, and the rows on them: what the search finds is every one of them, with the way that leads there. */
const PAGES: readonly (readonly [way: string, page: string | null, rows: readonly string[]])[] = [
  [
    "Network & internet",
    "NetworkDashboardActivity",
    ["Calls & SMS", "SIMs", "Airplane mode", "Hotspot & tethering", "Data Saver", "VPN", "Private DNS"],
  ],
  [
    "Network & internet > Internet",
    "WifiSettingsActivity",
    ["Wi‑Fi", "Add network", "Network preferences", "Non-carrier data usage"],
  ],
  ["Connected devices", "ConnectedDeviceDashboardActivity", ["Pair new device"]],
  [
    "Connected devices > Connection preferences",
    "AdvancedConnectedDeviceActivity",
    ["Cast", "Printing", "Android Auto"],
  ],
  ["Connected devices > Connection preferences > Bluetooth", "BluetoothDashboardActivity", []],
  ["Apps", "AppDashboardActivity", ["Default apps", "Screen time", "Unused apps", "Special app access"]],
  ["Apps > All apps", "ManageApplicationsActivity", []],
  ["Notifications", null, []],
  ["Battery", "PowerUsageSummaryActivity", ["Battery usage", "Battery Saver", "Battery percentage"]],
  ["Storage", null, []],
  [
    "Sound & vibration",
    "SoundSettingsActivity",
    [
      "Media volume",
      "Call volume",
      "Ring volume",
      "Notification volume",
      "Alarm volume",
      "Phone ringtone",
      "Default notification sound",
      "Default alarm sound",
      "Vibration & haptics",
      "Touch sounds",
      "Dial pad tones",
    ],
  ],
  [
    "Sound & vibration > Do Not Disturb",
    "ZenModeSettingsActivity",
    ["People", "Alarms & other interruptions", "Schedules"],
  ],
  [
    "Display",
    "DisplaySettingsActivity",
    [
      "Brightness level",
      "Adaptive brightness",
      "Lock screen",
      "Screen timeout",
      "Dark theme",
      "Display size and text",
      "Night Light",
      "Auto-rotate screen",
      "Screen saver",
    ],
  ],
  ["Wallpaper & style", null, []],
  ["Accessibility", null, []],
  ["Security & privacy", null, []],
  ["Location", null, []],
  ["Safety & emergency", null, []],
  ["Passwords & accounts", null, []],
  [
    "System",
    "SystemDashboardActivity",
    [
      "Keyboard",
      "Gestures",
      "Backup",
      "System update",
      "Multiple users",
      "Developer options",
      "Reset options",
    ],
  ],
  [
    "System > Date & time",
    "DateTimeSettingsActivity",
    [
      "Set time automatically",
      "Date",
      "Time",
      "Set time zone automatically",
      "Time zone",
      "Use 24-hour format",
    ],
  ],
  [
    "System > Languages",
    "LanguageSettingsActivity",
    ["System languages", "App languages", "Regional preferences"],
  ],
  [
    "About phone",
    "MyDeviceInfoActivity",
    [
      "Device name",
      "Phone number",
      "Legal information",
      "SIM status",
      "Model",
      "IMEI",
      "Android version",
      "IP address",
      "Wi‑Fi MAC address",
      "Bluetooth address",
      "Build number",
    ],
  ],
];

export interface SearchEntry {
  readonly title: string;
  /** Where it stands; empty for what is on the first page. */
  readonly way: string;
  /** null: the first page itself. */
  readonly page: string | null;
}

export const SEARCH_INDEX: readonly SearchEntry[] = PAGES.flatMap(([way, name, rows]) => {
  const parents = way.split(" > ");
  const page = name === null ? null : `Settings$${name}`;
  return [
    { title: parents.at(-1) ?? way, way: parents.slice(0, -1).join(" > "), page },
    ...rows.map((title) => ({ title, way, page })),
  ];
});

/** People type "wifi" and "wi-fi" for "Wi‑Fi". */
const folded = (text: string): string => text.toLowerCase().replaceAll(/[\s\-‐-―&]/g, "");

/** What has the words in its title, those that begin with them first. */
export function searchSettings(query: string): readonly SearchEntry[] {
  const wanted = folded(query);
  if (wanted === "") return [];
  const found = SEARCH_INDEX.filter(({ title }) => folded(title).includes(wanted));
  return found.toSorted((a, b) => folded(a.title).indexOf(wanted) - folded(b.title).indexOf(wanted));
}
