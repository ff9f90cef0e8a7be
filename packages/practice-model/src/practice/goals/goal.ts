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

/** Of a call that is in the phone's list. */
export type CallKind = "missed" | "incoming" | "outgoing";

/** A day as a task says it: counted from today, the next of a weekday (0 is Monday), or a date (0 is January). */
export type SaidDay =
  | { readonly inDays: number }
  | { readonly weekday: number }
  | { readonly month: number; readonly date: number; readonly year?: number };

export interface EventFields {
  readonly title?: string;
  readonly day?: SaidDay;
  /** When it begins. */
  readonly time?: TimeOfDay;
  readonly allDay?: boolean;
  readonly place?: string;
  /** As the choice is called. */
  readonly repeat?: string;
  readonly reminderMinutes?: number;
}

/** A field of a form, by what it may be called. */
export interface SaidField {
  readonly labels: readonly string[];
  readonly text: string;
}

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
  hasAlarm: { readonly time: TimeOfDay };
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
  /** `page`: where of the app it is, as the way there is called; `within`: the rows and tabs that lead to its list. */
  removeThing: {
    readonly app: string;
    readonly thing: string;
    readonly page?: string;
    readonly within?: readonly string[];
  };
  readThing: {
    readonly app: string;
    readonly thing: string;
    readonly what: "price" | "last" | "code" | "text" | "number" | "time" | "place" | "artist";
    readonly within?: readonly string[];
  };
  /** Whether a thing is there. */
  hasThing: { readonly app: string; readonly within: readonly string[]; readonly thing: string };
  /** A new one of what the app calls `noun`. */
  makeThing: {
    readonly app: string;
    readonly within: readonly string[];
    readonly noun: string;
    readonly fields: readonly SaidField[];
  };
  renameThing: {
    readonly app: string;
    readonly within: readonly string[];
    readonly thing: string;
    readonly to: string;
  };
  moveThing: {
    readonly app: string;
    readonly within: readonly string[];
    readonly thing: string;
    /** Folders from the top. */
    readonly to: readonly string[];
    readonly copy: boolean;
  };
  countThings: { readonly app: string; readonly within: readonly string[]; readonly noun: "file" | "folder" };
  /** Without an item all that is not ticked yet. */
  tickItems: { readonly app: string; readonly thing: string; readonly item?: string };
  appendText: { readonly app: string; readonly thing: string; readonly text: string };
  playThing: { readonly app: string; readonly thing: string; readonly by?: string };
  addToList: { readonly app: string; readonly thing: string; readonly list: string };
  addAllToList: { readonly app: string; readonly by: string; readonly list: string };
  /** Which of somebody's is the longest, or the shortest. */
  tellExtreme: { readonly app: string; readonly by: string; readonly most: boolean };
  /** A new event, or a change of the one that is named. */
  writeEvent: { readonly event?: string; readonly fields: EventFields };
  callSomebody: { readonly who: string; readonly end: boolean };
  hangUp: object;
  tellCall: { readonly which: CallKind };
  /** A command of the app's own menu. */
  useMenu: { readonly app: string; readonly labels: readonly string[] };
  /** A reply needs a conversation that is there. */
  writeTo: {
    readonly app: string;
    readonly to: string;
    readonly text: string;
    readonly isReply?: boolean;
  };
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
  /** `text` absent: the answer that was found last. */
  tellMates: { readonly key: string; readonly text?: string; readonly to?: string; readonly nth: number };
  awaitMate: { readonly key: string; readonly nth: number };
  unknown: { readonly text: string };
}

/** One thing a task asks for. */
export type Goal = { [Kind in keyof Kinds]: { readonly kind: Kind } & Kinds[Kind] }[keyof Kinds];

export type GoalOf<Kind extends Goal["kind"]> = Extract<Goal, { kind: Kind }>;
