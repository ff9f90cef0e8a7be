import type { App } from "../../system/app.ts";
import { conversationListScreen } from "./conversation-list-screen.ts";
import { conversationScreen } from "./conversation-screen.ts";

/** Its messages live with their provider, as on Android. */
export const messagesApp: App = {
  packageName: "com.android.messaging",
  label: "Messaging",
  translations: { de: "SMS/MMS" },
  versionName: "1.0.001",
  versionCode: 10001040,
  icon: { name: "message", color: "#1a73e8" },
  launcherActivity: "com.android.messaging/.ui.conversationlist.ConversationListActivity",
  permissions: [
    "android.permission.READ_SMS",
    "android.permission.SEND_SMS",
    "android.permission.RECEIVE_SMS",
    "android.permission.READ_CONTACTS",
    "android.permission.CALL_PHONE",
  ],
  screens: [conversationListScreen, conversationScreen],
};
