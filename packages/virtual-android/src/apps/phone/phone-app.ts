import { type App, defineAction } from "../../system/app.ts";
import { dialerScreen } from "./dialer-screen.ts";
import { inCallScreen } from "./in-call-screen.ts";

/** `am start -a android.intent.action.CALL -d tel:…` calls at once. */
const callAction = defineAction(
  "com.android.dialer/.callintent.CallActivity",
  "android.intent.action.CALL",
  (intent, app) => {
    const number = decodeURIComponent(/^tel:(.*)$/.exec(intent.data ?? "")?.[1] ?? "");
    app.telephony.dial(number);
  },
);

/** Its calls live with the provider of the contacts, as on Android. */
export const phoneApp: App = {
  packageName: "com.android.dialer",
  label: "Phone",
  translations: { de: "Telefon" },
  versionName: "23.0",
  versionCode: 2900000,
  icon: { name: "call", color: "#1a73e8" },
  launcherActivity: "com.android.dialer/.main.impl.MainActivity",
  screens: [dialerScreen, inCallScreen, callAction],
};
