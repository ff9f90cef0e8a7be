/** Settings that change by themselves while a device runs; cleaning does not bring them back either. */
export const volatileSetting = /^(boot_count|.*_timestamp|.*_last_(update|checked|used).*|clock_seconds.*)$/;

/**
 * Settings that Android or Drover writes while an agent works, and no person. Each family by its reason; docs/judging.md
 * lists them.
 */
const writtenByItself: readonly RegExp[] = [
  // Times and counters of the system's own.
  /(_time|_time_ms|_millis|_elapsed|_count)$/,
  // The keyboards: Drover types through one of its own, and Android keeps their history.
  /^(default_input_method|enabled_input_methods|selected_input_method_subtype|input_methods_subtype_history)$/,
  // "Swipe down to exit full screen" was seen.
  /^immersive_mode_confirmations$/,
  // Reading the screen turns accessibility on for as long as it takes.
  /^(accessibility_enabled|enabled_accessibility_services|touch_exploration_.*)$/,
  // What the alarms, the night mode, the brightness and the clock worked out.
  /^(next_alarm_formatted|ui_night_mode_.*|screen_brightness_for_.*|adaptive_.*|network_(time|location)_.*|ntp_.*)$/,
  // Servers' flags and logs that arrive at any time.
  /^(device_config_.*|config_.*|(gservices|phenotype|dropbox|netstats|battery_stats|uid_energy|low_battery).*)$/,
  // Networks found and looked at.
  /^(wifi_.*_(scan|probe|watchdog).*|wifi_networks_available.*|captive_portal_.*|bluetooth_(address|addr_valid))$/,
];

export const isVolatileSetting = (key: string): boolean =>
  volatileSetting.test(key) || writtenByItself.some((pattern) => pattern.test(key));

/** Files that apps and Android make of what they show. */
const volatileFile =
  /^\/sdcard\/(Android\/data\/[^/]+\/cache\/|\.transforms\/|(.*\/)?\.thumbnails\/|(.*\/)?\.database_uuid$)/;

export const isVolatileFile = (path: string): boolean => volatileFile.test(path);

/** Tables that SQLite and Android keep for themselves. */
const ownTable = /^(sqlite_.*|android_metadata|room_master_table|.*_fts(_.*)?)$/;

export const isOwnTable = (table: string): boolean => ownTable.test(table);
