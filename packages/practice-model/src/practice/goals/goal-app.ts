import type { Goal } from "./goal.ts";

/** The app a goal is pursued in; undefined when it is not bound to one. */
export function appOfGoal({ kind, ...goal }: Goal): string | undefined {
  switch (kind) {
    case "toggle":
    case "flip":
    case "toggleState":
    case "slide":
    case "choose":
    case "readSetting":
    case "openSettings":
      return "settings";
    case "search":
      return "app" in goal && goal.app === "contacts" ? "contacts" : "settings";
    case "createAlarm":
    case "editAlarm":
    case "deleteAlarm":
    case "switchAlarm":
    case "deleteAllAlarms":
    case "switchAllAlarms":
    case "hasAlarm":
    case "alarmState":
    case "alarmTime":
    case "tellClock":
    case "tellAlarms":
    case "startTimer":
    case "pressClock":
    case "openTab":
      return "clock";
    case "createContact":
    case "readContact":
    case "editContact":
    case "deleteContact":
    case "starContact":
    case "hasContact":
    case "openContact":
    case "whoHas":
    case "tellContacts":
      return "contacts";
    case "openUrl":
      return "browser";
    case "writeEvent":
      return "calendar";
    case "callSomebody":
    case "hangUp":
    case "tellCall":
      return "phone";
    case "openApp":
      return undefined;
    default:
      return "app" in goal ? goal.app : undefined;
  }
}
