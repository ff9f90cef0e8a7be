/** What PermissionController asks for a group of permissions: completes "Allow <app> to …?". */
interface PermissionGroup {
  readonly question: string;
  readonly permissions: readonly string[];
  /** May be allowed while the app is used, or once; others are allowed or not. */
  readonly foreground?: true;
}

/** The runtime permissions of Android 14 by group, with the words of its dialog. */
const GROUPS: readonly PermissionGroup[] = [
  { question: "access your contacts", permissions: ["READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"] },
  { question: "access your calendar", permissions: ["READ_CALENDAR", "WRITE_CALENDAR"] },
  {
    question: "send and view SMS messages",
    permissions: ["SEND_SMS", "RECEIVE_SMS", "READ_SMS", "RECEIVE_MMS", "RECEIVE_WAP_PUSH"],
  },
  {
    question: "make and manage phone calls",
    permissions: ["CALL_PHONE", "READ_PHONE_STATE", "READ_PHONE_NUMBERS", "ANSWER_PHONE_CALLS"],
  },
  { question: "access your phone call logs", permissions: ["READ_CALL_LOG", "WRITE_CALL_LOG"] },
  {
    question: "access photos and videos on this device",
    permissions: ["READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_VISUAL_USER_SELECTED"],
  },
  { question: "access music and audio on this device", permissions: ["READ_MEDIA_AUDIO"] },
  {
    question: "access photos, media, and files on your device",
    permissions: ["READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"],
  },
  {
    question: "access this device’s location",
    permissions: ["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION"],
    foreground: true,
  },
  { question: "take pictures and record video", permissions: ["CAMERA"], foreground: true },
  { question: "record audio", permissions: ["RECORD_AUDIO"], foreground: true },
  { question: "access sensor data about your vital signs", permissions: ["BODY_SENSORS"] },
  { question: "access your physical activity", permissions: ["ACTIVITY_RECOGNITION"] },
  { question: "send you notifications", permissions: ["POST_NOTIFICATIONS"] },
  {
    question: "find, connect to, and determine the relative position of nearby devices",
    permissions: ["BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE", "NEARBY_WIFI_DEVICES"],
  },
];

/** Null for one that no dialog asks for: granted at installation, or not at all. */
export function permissionGroup(permission: string): PermissionGroup | null {
  const name = permission.replace(/^android\.permission\./, "");
  return GROUPS.find(({ permissions }) => permissions.includes(name)) ?? null;
}

export const RUNTIME_PERMISSIONS: readonly string[] = GROUPS.flatMap(({ permissions }) =>
  permissions.map((name) => `android.permission.${name}`),
);
