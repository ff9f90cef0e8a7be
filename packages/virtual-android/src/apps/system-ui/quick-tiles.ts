import type { IconName } from "../../graphics/icons.ts";
import type { AppContext } from "../../system/app.ts";
import { column, icon, row, text } from "../../toolkit/basic-widgets.ts";
import { switchControl } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { isOn, isWifiOn, toggle, toggleAirplaneMode, toggleWifi } from "../settings/setting-values.ts";
import { CONNECTED_NETWORK } from "../settings/wifi-networks.ts";

interface Tile {
  readonly label: string;
  readonly symbol: IconName;
  readonly on: boolean;
  readonly says: string;
  readonly onTap: () => void;
}

const TILES_PER_ROW = 2;

/** The tiles of Quick Settings, of which a shade that is pulled down halfway shows the first four. */
export function quickTiles(app: AppContext, shown: number, openInternet: () => void): Widget {
  const tiles = [internetTile(app, openInternet), ...switchTiles(app)].slice(0, shown);
  const rows: Widget[] = [];
  for (let i = 0; i < tiles.length; i += TILES_PER_ROW) {
    const line = tiles.slice(i, i + TILES_PER_ROW).map(tileWidget);
    rows.push(row({ box: { width: "fill", gap: 8 } }, line));
  }
  const id = shown <= 4 ? "quick_qs_panel" : "quick_settings_panel";
  return column({ id, box: { width: "fill", gap: 8 } }, rows);
}

function internetTile(app: AppContext, onTap: () => void): Tile {
  const wifi = isWifiOn(app);
  const mobile = isOn(app, "global", "mobile_data") && !isOn(app, "global", "airplane_mode_on");
  const says = wifi ? CONNECTED_NETWORK : mobile ? "T-Mobile" : "Off";
  return {
    label: "Internet",
    symbol: wifi || !mobile ? "wifiSignal" : "cellSignal",
    on: wifi || mobile,
    says,
    onTap,
  };
}

/** Each changes the setting that Android keeps it in. */
function switchTiles(app: AppContext): readonly Tile[] {
  const tile = (
    label: string,
    symbol: IconName,
    [namespace, key]: readonly ["global" | "system" | "secure", string],
    values: readonly [off: string, on: string] = ["0", "1"],
  ): Tile => {
    const on = app.settings.get(namespace, key) === values[1];
    const onTap = () => app.settings.put(namespace, key, on ? values[0] : values[1]);
    return { label, symbol, on, says: on ? "On" : "Off", onTap };
  };
  const airplane = tile("Airplane mode", "airplane", ["global", "airplane_mode_on"]);
  return [
    tile("Bluetooth", "bluetooth", ["global", "bluetooth_on"]),
    tile("Do Not Disturb", "doNotDisturb", ["global", "zen_mode"]),
    tile("Flashlight", "flashlight", ["secure", "flashlight_enabled"]),
    tile("Auto-rotate", "rotate", ["system", "accelerometer_rotation"]),
    { ...airplane, onTap: () => toggleAirplaneMode(app) },
    tile("Battery Saver", "battery", ["global", "low_power"]),
    tile("Dark theme", "dark", ["secure", "ui_night_mode"], ["1", "2"]),
  ];
}

function tileWidget({ label, symbol, on, says, onTap }: Tile): Widget {
  const color = on ? "onPrimary" : "onSurface";
  return row(
    {
      key: `tile-${label}`,
      class: "android.widget.Switch",
      desc: `${label},${says}`,
      checkable: true,
      checked: on,
      onTap,
      box: { weight: 1, height: 72, padding: [0, 18], gap: 14, align: "center" },
      look: { background: on ? "primary" : "surfaceVariant", radius: 28 },
    },
    [
      icon(symbol, 22, color, { id: "android:id/icon" }),
      column({ id: "tile_label_group", box: { weight: 1 } }, [
        text(label, { size: 14, weight: 500, color, maxLines: 1 }, { id: "tile_label" }),
        text(says, { size: 13, color, maxLines: 1 }, { id: "app_label" }),
      ]),
    ],
  );
}

/** What the tile "Internet" opens. */
export function internetSwitches(app: AppContext): readonly Widget[] {
  const line = (id: string, label: string, checked: boolean, onTap: () => void) =>
    row(
      {
        id,
        class: "android.widget.LinearLayout",
        onTap,
        box: { width: "fill", height: 64, align: "center", padding: [0, 16, 0, 24] },
      },
      [text(label, { size: 16 }, { box: { weight: 1 } }), switchControl(checked, null, { desc: label })],
    );
  return [
    line(
      "mobile_toggle_row",
      "Mobile data",
      isOn(app, "global", "mobile_data"),
      toggle(app, "global", "mobile_data"),
    ),
    line("wifi_toggle_row", "Wi\u2011Fi", isWifiOn(app), () => toggleWifi(app)),
  ];
}
