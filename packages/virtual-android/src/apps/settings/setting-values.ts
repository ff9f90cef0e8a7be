import type { AppContext } from "../../system/app.ts";
import type { SettingsNamespace } from "../../system/device.ts";

export function isOn(app: AppContext, namespace: SettingsNamespace, key: string): boolean {
  return app.settings.get(namespace, key) === "1";
}

export function toggle(app: AppContext, namespace: SettingsNamespace, key: string): () => void {
  return () => app.settings.put(namespace, key, isOn(app, namespace, key) ? "0" : "1");
}

// Values of Settings.Global.WIFI_ON: 3 remembers that Wi-Fi comes back when airplane mode ends.
const WIFI_ON_DURING_AIRPLANE_MODE = "2";
const WIFI_OFF_BY_AIRPLANE_MODE = "3";

export function isWifiOn(app: AppContext): boolean {
  return ["1", WIFI_ON_DURING_AIRPLANE_MODE].includes(app.settings.get("global", "wifi_on") ?? "0");
}

export function toggleWifi(app: AppContext): void {
  const airplane = isOn(app, "global", "airplane_mode_on");
  app.settings.put("global", "wifi_on", isWifiOn(app) ? "0" : airplane ? WIFI_ON_DURING_AIRPLANE_MODE : "1");
}

export function toggleAirplaneMode(app: AppContext): void {
  const on = !isOn(app, "global", "airplane_mode_on");
  const wifi = app.settings.get("global", "wifi_on") ?? "0";
  app.settings.put("global", "airplane_mode_on", on ? "1" : "0");
  if (on && wifi === "1") app.settings.put("global", "wifi_on", WIFI_OFF_BY_AIRPLANE_MODE);
  if (!on && (wifi === WIFI_OFF_BY_AIRPLANE_MODE || wifi === WIFI_ON_DURING_AIRPLANE_MODE))
    app.settings.put("global", "wifi_on", "1");
}

export function numberOf(app: AppContext, namespace: SettingsNamespace, key: string): number {
  const value = Number(app.settings.get(namespace, key));
  return Number.isFinite(value) ? value : 0;
}
