import { FLAG_NEW_TASK } from "./activity-stack.ts";
import type { AppContext } from "./app.ts";
import { plainIntent } from "./packages/plain-intent.ts";
import type { PhoneCore } from "./phone-core.ts";
import { displaySize, metricsOf } from "./phone-display.ts";
import type { PostedNotification } from "./telephony/notifications.ts";
import { taskPicture } from "./windows/task-picture.ts";

/** What one app gets of the phone that it runs on. */
export function appContext(core: PhoneCore, packageName: string, finish: () => void): AppContext {
  return {
    packageName,
    get settings() {
      return core.settings;
    },
    clipboard: {
      get: () => core.clipboardText,
      set: (text) => {
        core.clipboardText = text;
      },
    },
    now: () => core.clock(),
    random: () => core.random.next(),
    property: core.property,
    telephony: core.telephony,
    battery: core.battery,
    get pages() {
      return core.pagesOf(packageName);
    },
    files: core.files,
    database: (owner) => core.databases.open(owner),
    start: (intent) => void core.start({ ...plainIntent(), ...intent }),
    call: (number) => {
      const holder = core.packages.holder(packageName);
      const may = holder !== null && core.permissions.isGranted(holder, "android.permission.CALL_PHONE");
      const action = `android.intent.action.${may ? "CALL" : "DIAL"}`;
      core.start({ ...plainIntent(), action, data: `tel:${encodeURIComponent(number)}` });
    },
    finish,
    invalidate: () => core.invalidate(),
    packages: () => core.packages.list(),
    recents: () => core.stack.recents(),
    pictureOf: (taskId) => taskPicture(core, taskId),
    resume: (taskId) => {
      core.stack.moveToFront(taskId);
      core.invalidate();
    },
    clearRecents: () => {
      core.stack.clearRecents();
      core.invalidate();
    },
    stop: (owner) => {
      core.stack.stop(owner);
      core.invalidate();
    },
    hasPermission: (permission) => {
      const holder = core.packages.holder(packageName);
      return holder !== null && core.permissions.isGranted(holder, permission);
    },
    requestPermission: (permission) => core.ask(core, packageName, permission),
    iconOf: (owner) => core.packages.iconOf(owner),
    screen: () => {
      const { width, height } = displaySize(core);
      const dp = (pixels: number) => Math.round((pixels * 160) / metricsOf(core).densityDpi);
      return { widthDp: dp(width), heightDp: dp(height) };
    },
    notify: (content) => void core.notifications.post(packageName, content),
    play: (session) => {
      core.mediaSessions.delete(packageName);
      if (session !== null)
        core.mediaSessions.set(packageName, { ...session, packageName, since: core.clock().getTime() });
    },
    cancelNotification: (id, tag = null) => core.notifications.cancel({ packageName, id, tag }),
    notifications: core.notifications,
    openNotification: (notification) => openNotification(core, notification),
    answerNotification: (notification, text) => {
      if (notification.replyTo !== undefined) core.telephony.sendMessage(notification.replyTo, text);
      core.notifications.cancel(notification);
    },
  };
}

/** Opens what it is about and takes it away (FLAG_AUTO_CANCEL), unless it continues. */
function openNotification(core: PhoneCore, notification: PostedNotification): void {
  const { packageName, open, ongoing } = notification;
  // Without a PIN the lock screen gives way to what is opened from it.
  core.locked = false;
  core.expandShade(null);
  if (ongoing !== true) core.notifications.cancel(notification);
  const launch = { action: "android.intent.action.MAIN", packageName };
  core.start({ ...plainIntent(), ...(open ?? launch), flags: FLAG_NEW_TASK });
}
