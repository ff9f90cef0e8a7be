export interface TimeOfDay {
  /** 0 to 23. */
  readonly hour: number;
  readonly minute: number;
}

export interface AlarmDetails {
  readonly label?: string;
  /** Days of the week on which it repeats, 0 is Monday. */
  readonly days?: readonly number[];
  readonly vibrate?: boolean;
  /** The day on which it must ring next. */
  readonly when?: "today" | "tomorrow";
}

/** What the stopwatch and a timer have buttons for. */
export type ClockButton = "start" | "pause" | "resume" | "reset" | "lap" | "delete" | "addMinute";

export type ContactField = "name" | "firstName" | "lastName" | "phone" | "email" | "company";
export type ContactFields = Readonly<Partial<Record<ContactField, string>>>;

interface Kinds {
  toggle: { readonly name: string; readonly on: boolean };
  flip: { readonly name: string };
  toggleState: { readonly name: string };
  slide: { readonly name: string; readonly percent: number };
  /** One of a list of choices, or a text. */
  choose: { readonly name: string; readonly value: string };
  readSetting: { readonly name: string };
  openSettings: { readonly name: string };
  search: { readonly app: "settings" | "contacts"; readonly text: string };
  createAlarm: { readonly time: TimeOfDay } & AlarmDetails;
  editAlarm: { readonly time: TimeOfDay; readonly to?: TimeOfDay } & AlarmDetails;
  deleteAlarm: { readonly time: TimeOfDay };
  switchAlarm: { readonly time: TimeOfDay; readonly on: boolean };
  /** When the alarm of that label rings. */
  alarmTime: { readonly label: string };
  alarmState: { readonly time: TimeOfDay };
  deleteAllAlarms: object;
  switchAllAlarms: { readonly on: boolean };
  tellAlarms: { readonly how: "count" | "list"; readonly which: "all" | "on" | "off" };
  tellClock: { readonly what: "time" | "date" };
  startTimer: { readonly seconds: number };
  pressClock: { readonly tab: "Timer" | "Stopwatch"; readonly button: ClockButton };
  openTab: { readonly tab: string };
  createContact: { readonly fields: ContactFields & { readonly name: string } };
  readContact: { readonly name: string; readonly field: ContactField };
  editContact: {
    readonly name: string;
    readonly fields: ContactFields;
    /** Nothing that is there may be replaced. */
    readonly isNew?: boolean;
  };
  deleteContact: { readonly name: string };
  starContact: { readonly name: string; readonly on: boolean };
  hasContact: { readonly name: string };
  openContact: { readonly name: string };
  whoHas: { readonly text: string };
  tellContacts: { readonly how: "count" | "list" };
  /** A thing with a name in an app that lists such things: opened, and a button of its page pressed. */
  useThing: {
    readonly app: string;
    readonly thing: string;
    readonly labels: readonly string[];
    readonly times: number;
  };
  /** `page`: where of the app it is, as the way there is called. */
  removeThing: { readonly app: string; readonly thing: string; readonly page?: string };
  readThing: { readonly app: string; readonly thing: string; readonly what: "price" | "last" | "code" };
  writeTo: { readonly app: string; readonly to: string; readonly text: string };
  openUrl: { readonly url: string };
  openApp: { readonly app: string };
  goHome: object;
  goBack: object;
  press: { readonly label: string; readonly times?: number };
  fillField: { readonly label: string; readonly text: string };
  /** `nth` of what is asked and called, from 0. */
  ask: { readonly question: string; readonly nth: number };
  callTool: {
    readonly tool: string;
    readonly given: Readonly<Record<string, unknown>>;
    readonly nth: number;
  };
  unknown: { readonly text: string };
}

/** One thing a task asks for. */
export type Goal = { [Kind in keyof Kinds]: { readonly kind: Kind } & Kinds[Kind] }[keyof Kinds];

export type GoalOf<Kind extends Goal["kind"]> = Extract<Goal, { kind: Kind }>;
