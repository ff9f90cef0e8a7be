import type { Goal, GoalOf } from "./goals/goal.ts";
import { callSomebody, hangUp, tellCall, useMenu } from "./skills/call-skills.ts";
import {
  alarmState,
  alarmTime,
  createAlarm,
  deleteAlarm,
  deleteAllAlarms,
  editAlarm,
  hasAlarm,
  switchAlarm,
  switchAllAlarms,
  tellAlarms,
} from "./skills/clock/alarm-skills.ts";
import { openTab, pressClock, tellClock } from "./skills/clock/clock-tabs.ts";
import { startTimer } from "./skills/clock/start-timer.ts";
import {
  createContact,
  deleteContact,
  editContact,
  hasContact,
  openContactPage,
  readContact,
  searchInContacts,
  starContact,
  tellContacts,
  whoHas,
} from "./skills/contact-skills.ts";
import { countThings, hasThing } from "./skills/count-things.ts";
import { writeEvent } from "./skills/event-skills.ts";
import { makeThing } from "./skills/make-thing.ts";
import { moveThing } from "./skills/move-thing.ts";
import { addAllToList, addToList, playThing, tellExtreme } from "./skills/music-skills.ts";
import { appendText, tickItems } from "./skills/note-skills.ts";
import { readThing } from "./skills/read-thing.ts";
import { renameThing } from "./skills/rename-thing.ts";
import { bringUpApp, fillField, goBackOnce, goHome, press, visitUrl } from "./skills/screen-skills.ts";
import { chooseSetting } from "./skills/settings/choose-setting.ts";
import { searchSettings } from "./skills/settings/search-settings.ts";
import {
  flipSetting,
  openSettingsPage,
  readSetting,
  tellToggle,
  toggleSetting,
} from "./skills/settings/setting-skills.ts";
import { slideSetting } from "./skills/settings/slide-setting.ts";
import { type Outcome, type Scene, type Skill, stuck } from "./skills/skill.ts";
import { askPerson, awaitMate, tellMates, useTool } from "./skills/talk-skills.ts";
import { removeThing, useThing, writeTo } from "./skills/thing-skills.ts";

type Skills = { readonly [Kind in Goal["kind"]]: Skill<GoalOf<Kind>> };

const skills: Skills = {
  toggle: toggleSetting,
  flip: flipSetting,
  toggleState: tellToggle,
  slide: slideSetting,
  choose: chooseSetting,
  readSetting,
  openSettings: openSettingsPage,
  search: ({ app, text }, scene) =>
    app === "contacts" ? searchInContacts(text, scene) : searchSettings(text, scene),
  createAlarm,
  editAlarm,
  deleteAlarm,
  switchAlarm,
  alarmState,
  hasAlarm,
  alarmTime,
  deleteAllAlarms,
  switchAllAlarms,
  tellAlarms,
  tellClock,
  startTimer,
  pressClock,
  openTab,
  createContact,
  readContact,
  editContact,
  deleteContact,
  starContact,
  hasContact,
  openContact: openContactPage,
  whoHas,
  tellContacts,
  useThing,
  removeThing,
  readThing,
  writeTo,
  makeThing,
  renameThing,
  moveThing,
  countThings,
  hasThing,
  tickItems,
  appendText,
  playThing,
  addToList,
  addAllToList,
  tellExtreme,
  writeEvent,
  callSomebody,
  hangUp,
  tellCall,
  useMenu,
  openUrl: visitUrl,
  openApp: bringUpApp,
  goHome,
  goBack: goBackOnce,
  press,
  fillField,
  ask: askPerson,
  callTool: useTool,
  tellMates,
  awaitMate,
  unknown: ({ text }) => stuck(`I do not understand "${text}"`),
};

/** What the skill for a goal says of it on this screen. */
export function pursue<Kind extends Goal["kind"]>(goal: GoalOf<Kind>, scene: Scene): Outcome {
  const skill: Skill<GoalOf<Kind>> = skills[goal.kind as Kind];
  return skill(goal, scene);
}
