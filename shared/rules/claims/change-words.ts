import type { DeviceChange } from "../../contracts/judging/device-changes.ts";

/** What people call the settings of Android that most tasks are about: the key, and words of which one must be said. */
const settings: readonly (readonly [key: RegExp, words: RegExp])[] = [
  [/^(?:wifi_on|wifi_.*)$/, /\b(?:wi ?fi|wlan|wireless|internet|network)\b/],
  [/^bluetooth_on$/, /\bbluetooth\b/],
  [/^airplane_mode_on$/, /\b(?:air ?plane|aero ?plane|flight) mode\b|\boffline\b/],
  [/^mobile_data\d*$/, /\b(?:mobile|cellular|data|internet)\b/],
  [/^data_roaming\d*$/, /\broaming\b/],
  [/^location_(?:mode|providers_allowed)$/, /\b(?:location|gps)\b/],
  [/^zen_mode$/, /\b(?:do not disturb|dnd|quiet|silent|silence|interruptions?|disturb(?:ed)?)\b/],
  [/^volume_/, /\b(?:volume|loud(?:er)?|quiet(?:er)?|mute[ds]?|silen(?:t|ce)|sounds?|vibrate|ringer)\b/],
  [
    /^(?:mode_ringer|vibrate_when_ringing)$/,
    /\b(?:ring\w*|vibrat\w*|silen(?:t|ce)|mute[ds]?|quiet|sounds?)\b/,
  ],
  [/^screen_brightness(?:_mode|_float)?$/, /\b(?:bright\w*|dim\w*|dark(?:er)?)\b/],
  [/^screen_off_timeout$/, /\b(?:time ?out|sleep|screen|display|lock)\b/],
  [/^font_scale$/, /\b(?:font|text|letters?|size|bigger|larger|smaller)\b/],
  [/^ui_night_mode$/, /\b(?:dark|night|light|theme|mode)\b/],
  [/^night_display_activated$/, /\b(?:night (?:light|display|shift|mode)|blue light|warm\w*|eye comfort)\b/],
  [/^accelerometer_rotation$/, /\b(?:rotat\w*|turns?|landscape|portrait|orientation)\b/],
  [/^time_12_24$/, /\b(?:24|12|hour|clock|time)\b/],
  [/^auto_time(?:_zone)?$/, /\b(?:time|zone|clock|date|automatic\w*)\b/],
  [/^low_power$/, /\b(?:battery|power|saver|saving|energy)\b/],
  [/^device_name$/, /\b(?:name\w*|rename|call(?:ed)?)\b/],
  [
    /^(?:sound_effects_enabled|dtmf_tone|haptic_feedback_enabled)$/,
    /\b(?:sounds?|tones?|touch\w*|beeps?|vibrat\w*|haptic|feedback)\b/,
  ],
  [/^(?:adb_enabled|development_settings_enabled)$/, /\b(?:developer|debug\w*|adb|usb)\b/],
  [/^install_non_market_apps$/, /\b(?:unknown|sources|install)\b/],
];

const rows: readonly (readonly [place: RegExp, words: RegExp])[] = [
  [/\/alarms/, /\balarms?\b|\bwake\b|\bring\b/],
  [/\/timers/, /\b(?:timers?|minutes?|seconds?|hours?|countdown)\b/],
  [
    /\.contacts\//,
    /\b(?:contacts?|number|name[ds]?|e ?mail|favou?rites?|address book|save[ds]?|person|people)\b/,
  ],
  [/call_log/, /\b(?:calls?|called|dial|ring|phone|hang)\b/],
  [/:\/\/(?:mms-)?sms/, /\b(?:messages?|texts?|sms|repl\w+|answer|write|tell|send|conversations?|chats?)\b/],
  [
    /\.calendar\//,
    /\b(?:events?|calendar|remind\w*|appointments?|meetings?|schedule|birthday|lunch|dinner)\b/,
  ],
  [/user_dictionary/, /\b(?:dictionary|words?)\b/],
  [
    /\/media\//,
    /\b(?:photos?|pictures?|images?|videos?|record\w*|songs?|music|screenshots?|selfie|audio|camera)\b/,
  ],
];

export type Mention = "said" | "unsaid" | "unknown";

/** Whether English words name the kind of thing that changed. `unknown`: nobody knows what people call it. */
export function mentionsKind({ kind, where, text }: DeviceChange, said: string): Mention {
  const [, place = ""] = /^setting:[a-z]+\/(.*)/.exec(where) ?? [];
  const known =
    kind === "setting" ? settings.find(([key]) => key.test(place)) : rows.find(([at]) => at.test(where));
  if (known !== undefined) return known[1].test(said) ? "said" : "unsaid";
  if (kind === "file")
    return /\b(?:files?|folders?|notes?|documents?|download\w*|save[ds]?|photos?|pictures?|videos?|record\w*|screenshots?|list)\b/.test(
      said,
    )
      ? "said"
      : "unknown";
  return text
    .toLowerCase()
    .match(/[a-z]{4,}/g)
    ?.some((word) => said.includes(word))
    ? "said"
    : "unknown";
}
