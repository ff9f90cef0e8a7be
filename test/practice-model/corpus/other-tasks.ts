import { answer, change, impossible, type Trial } from "./trial.ts";

const browser = "org.chromium.webview_shell";
const launcher = "com.android.launcher3";

export const otherTasks: readonly Trial[] = [
  { task: "Open the Clock app", change: {}, app: "com.android.deskclock" },
  { task: "Launch Contacts", change: {}, app: "com.android.contacts" },
  { task: "Start the Settings app please", change: {}, app: "com.android.settings" },
  { task: "Take me to the home screen", change: {}, app: launcher },
  { task: "Open Settings and go back to the home screen", change: {}, app: launcher },
  { task: "Open example.com", change: {}, app: browser },
  { task: "Go to https://example.org/news in the browser", change: {}, app: browser },
  { task: "Visit the website example.net", change: {}, app: browser },
  { task: "Navigate to www.example.com/path?q=1 using the browser", change: {}, app: browser },
  { task: "Open the browser", change: {}, app: browser },
  { task: "Open Contacts, then open Clock", change: {}, app: "com.android.deskclock" },
  {
    task: "Turn on Bluetooth, set an alarm for 7:30 and add Ida Berg (555-0199) to my contacts",
    change: { bluetooth_on: "1", "alarm 7:30": "on", "contact Ida Berg": "555-0199" },
  },
  {
    task: "First turn off Wi-Fi. After that, start a 10 minute timer.",
    change: { wifi_on: "0", timers: "600000 running" },
  },
  { task: "1) Enable dark theme 2) go to the home screen", change: { ui_night_mode: "2" }, app: launcher },
  {
    ...change("Turn on Night Light and tell me the Android version", "night_display_activated", "1"),
    answer: /^14$/,
  },
  answer("Is Bluetooth on, and what is Ada Lovelace's number?", /off.*555-0100/i),
  impossible("Open the Banking app"),
  impossible("Install WhatsApp"),
  impossible("Uninstall the Clock app"),
  impossible("Take a photo"),
  impossible("Send an email to bob@example.org"),
  impossible("Search the web for cats"),
  impossible("Bookmark example.com"),
  impossible("Download the file at example.com/a.pdf"),
  impossible("Open example.com and tell me the headline"),
  impossible("Close all apps"),
  impossible("Take a screenshot"),
  impossible("Lock the phone"),
  impossible("Restart the phone"),
  impossible("What is the capital of France?"),
  impossible("Play some music"),
  impossible("Order a pizza"),
  impossible("Open every app once"),
  impossible("asdf qwer zxcv"),
  impossible("Turn on"),
  impossible("Translate hello into French"),
  impossible("Move the Clock icon to the top of the home screen"),
];
