import { defineScreen } from "../../system/app.ts";
import { column, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { preference } from "../../toolkit/screen-widgets.ts";
import { openPage } from "./settings-screen.ts";

/** What the search finds: the word on the row, where it stands, and the page that has it. */
const INDEX = [
  ["Wi‑Fi", "Network & internet > Internet", "Settings$WifiSettingsActivity"],
  ["Internet", "Network & internet", "Settings$WifiSettingsActivity"],
  ["Airplane mode", "Network & internet", "Settings$NetworkDashboardActivity"],
  ["Bluetooth", "Connected devices > Connection preferences", "Settings$BluetoothDashboardActivity"],
  ["Connection preferences", "Connected devices", "Settings$AdvancedConnectedDeviceActivity"],
  ["Brightness level", "Display", "Settings$DisplaySettingsActivity"],
  ["Adaptive brightness", "Display", "Settings$DisplaySettingsActivity"],
  ["Screen timeout", "Display", "Settings$DisplaySettingsActivity"],
  ["Dark theme", "Display", "Settings$DisplaySettingsActivity"],
  ["Night Light", "Display", "Settings$DisplaySettingsActivity"],
  ["Media volume", "Sound & vibration", "Settings$SoundSettingsActivity"],
  ["Alarm volume", "Sound & vibration", "Settings$SoundSettingsActivity"],
  ["Do Not Disturb", "Sound & vibration", "Settings$ZenModeSettingsActivity"],
  ["Battery Saver", "Battery", "Settings$PowerUsageSummaryActivity"],
  ["Battery percentage", "Battery", "Settings$PowerUsageSummaryActivity"],
  ["Date & time", "System", "Settings$DateTimeSettingsActivity"],
  ["Use 24-hour format", "System > Date & time", "Settings$DateTimeSettingsActivity"],
  ["Languages", "System", "Settings$LanguageSettingsActivity"],
  ["Android version", "About phone", "Settings$MyDeviceInfoActivity"],
  ["Device name", "About phone", "Settings$MyDeviceInfoActivity"],
  ["All apps", "Apps", "Settings$ManageApplicationsActivity"],
] as const;

/** People type "wifi" and "wi-fi" for "Wi‑Fi". */
function folded(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\-\u2010-\u2015]/g, "");
}

export const searchScreen = defineScreen<{ readonly query: string }>({
  component: "com.android.settings.intelligence/.search.SearchActivity",
  filters: [{ action: "android.settings.APP_SEARCH_SETTINGS" }],
  initialState: () => ({ query: "" }),
  render: ({ app, state, set }) => {
    const wanted = folded(state.query);
    const found = wanted === "" ? [] : INDEX.filter(([title]) => folded(title).includes(wanted));
    return {
      root: column(
        { id: "search_panel", box: { width: "fill", height: "fill" }, look: { background: "surface" } },
        [
          row(
            {
              id: "search_toolbar",
              class: "android.view.ViewGroup",
              box: { width: "fill", height: 64, padding: [0, 4], align: "center" },
            },
            [
              iconButton("back", "Back", () => app.finish()),
              editText(state.query, (query) => set({ query }), {
                id: "android:id/search_src_text",
                hint: "Search settings",
                autofocus: true,
                bare: true,
                size: 18,
                box: { weight: 1 },
              }),
              state.query === ""
                ? null
                : iconButton("close", "Clear query", () => set({ query: "" }), {
                    id: "android:id/search_close_btn",
                  }),
            ],
          ),
          wanted !== "" && found.length === 0
            ? text(
                "No results",
                { size: 18, color: "onSurfaceVariant", align: "center" },
                { id: "no_results_layout", box: { width: "fill", padding: 64 } },
              )
            : list(
                { id: "list_results", box: { width: "fill" } },
                found.map(([title, summary, page]) =>
                  preference({ key: `result-${title}`, title, summary, onTap: openPage(app, page) }),
                ),
              ),
        ],
      ),
    };
  },
});
