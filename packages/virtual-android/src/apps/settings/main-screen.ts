import type { IconName } from "../../graphics/icons.ts";
import { type AppContext, defineScreen } from "../../system/app.ts";
import { storageSummary } from "../../system/storage/storage.ts";
import { column, icon, row, scrollView, text } from "../../toolkit/basic-widgets.ts";
import { preference } from "../../toolkit/screen-widgets.ts";
import { openPage } from "./settings-screen.ts";

interface Entry {
  readonly title: string;
  readonly summary: (app: AppContext) => string;
  readonly icon: IconName;
  readonly page?: string;
}

const fixed = (summary: string) => () => summary;

/** The dashboard of Android 14, with its words; entries without a page do nothing when tapped. */
const ENTRIES: readonly Entry[] = [
  {
    title: "Network & internet",
    summary: fixed("Mobile, Wi‑Fi, hotspot"),
    icon: "wifi",
    page: "Settings$NetworkDashboardActivity",
  },
  {
    title: "Connected devices",
    summary: fixed("Bluetooth, pairing"),
    icon: "devices",
    page: "Settings$ConnectedDeviceDashboardActivity",
  },
  {
    title: "Apps",
    summary: fixed("Recent apps, default apps"),
    icon: "apps",
    page: "Settings$AppDashboardActivity",
  },
  { title: "Notifications", summary: fixed("Notification history, conversations"), icon: "bell" },
  {
    title: "Battery",
    summary: (app) => `${app.battery.state.level}%`,
    icon: "battery",
    page: "Settings$PowerUsageSummaryActivity",
  },
  { title: "Storage", summary: storageSummary, icon: "storage" },
  {
    title: "Sound & vibration",
    summary: fixed("Volume, haptics, Do Not Disturb"),
    icon: "volume",
    page: "Settings$SoundSettingsActivity",
  },
  {
    title: "Display",
    summary: fixed("Dark theme, font size, brightness"),
    icon: "brightness",
    page: "Settings$DisplaySettingsActivity",
  },
  { title: "Wallpaper & style", summary: fixed("Colors, themed icons, app grid"), icon: "wallpaper" },
  { title: "Accessibility", summary: fixed("Display, interaction, audio"), icon: "accessibility" },
  { title: "Security & privacy", summary: fixed("App security, device lock, permissions"), icon: "lock" },
  { title: "Location", summary: fixed("On - 2 apps have access to location"), icon: "location" },
  { title: "Safety & emergency", summary: fixed("Emergency SOS, medical info, alerts"), icon: "emergency" },
  {
    title: "Passwords & accounts",
    summary: fixed("Saved passwords, autofill, synced accounts"),
    icon: "account",
  },
  {
    title: "System",
    summary: fixed("Languages, gestures, time, backup"),
    icon: "system",
    page: "Settings$SystemDashboardActivity",
  },
  {
    title: "About phone",
    summary: (app) => app.settings.get("global", "device_name") ?? "",
    icon: "phone",
    page: "Settings$MyDeviceInfoActivity",
  },
];

export const mainScreen = defineScreen({
  component: "com.android.settings/.Settings",
  filters: [{ action: "android.settings.SETTINGS" }],
  initialState: () => ({}),
  render: ({ app }) => ({
    root: column(
      {
        id: "settings_homepage_container",
        class: "android.widget.FrameLayout",
        box: { width: "fill", height: "fill" },
        look: { background: "surface" },
      },
      [
        scrollView({ id: "main_content_scrollable_container", box: { width: "fill" } }, [
          column({ id: "app_bar_container", box: { padding: [48, 24, 16, 24] } }, [
            text("Settings", { size: 36 }, { id: "homepage_title" }),
          ]),
          column({ box: { padding: [0, 16, 12, 16] } }, [searchBar(app)]),
          column(
            {
              id: "recycler_view",
              class: "androidx.recyclerview.widget.RecyclerView",
              box: { padding: [0, 0, 24, 0] },
            },
            ENTRIES.map((entry) => entryRow(app, entry)),
          ),
        ]),
      ],
    ),
  }),
});

function searchBar(app: AppContext) {
  const open = () => app.start({ component: "com.android.settings.intelligence/.search.SearchActivity" });
  return row(
    {
      id: "search_action_bar",
      class: "android.view.ViewGroup",
      onTap: open,
      box: { width: "fill", height: 56, padding: [0, 20], gap: 16, align: "center" },
      look: { background: "surfaceContainer", radius: 28 },
    },
    [
      icon("search", 24),
      text(
        "Search settings",
        { size: 18, color: "onSurfaceVariant" },
        { id: "search_action_bar_title", box: { weight: 1 } },
      ),
    ],
  );
}

function entryRow(app: AppContext, entry: Entry) {
  const { title, page } = entry;
  const onTap = page === undefined ? () => {} : openPage(app, page);
  return preference({ title, summary: entry.summary(app), icon: entry.icon, key: `main-${title}`, onTap });
}
