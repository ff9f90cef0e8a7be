import { describe, expect, it } from "vitest";
import type { DeviceChange } from "#shared/contracts/judging/device-changes.ts";
import { weighClaim } from "#shared/rules/claims/weigh-claim.ts";

type Values = Readonly<Record<string, string>>;
type How = Pick<DeviceChange, "before" | "after">;

const added = (after: Values): How => ({ before: null, after });
const removed = (before: Values): How => ({ before, after: null });
const changed = (before: Values, after: Values): How => ({ before, after });

function change(where: string, { before, after }: How): DeviceChange {
  const kind = where.startsWith("setting:") ? "setting" : where.startsWith("/") ? "file" : "row";
  const how = before === null ? "added" : after === null ? "removed" : "changed";
  return { kind, change: how, where, text: `${where} was ${how}`, before, after };
}

const setting = (key: string, before: string, after: string) =>
  change(`setting:global/${key}`, changed({ value: before }, { value: after }));
const alarm = (how: How) => change("content://com.android.deskclock/alarms#3", how);
const timer = (milliseconds: string) =>
  change("content://com.android.deskclock/timers#1", added({ length_milliseconds: milliseconds }));
const contact = (id: number, how: How) => change(`content://com.android.contacts/raw_contacts#${id}`, how);
const detail = (id: number, data1: string) =>
  change(`content://com.android.contacts/data#${id}0`, added({ raw_contact_id: String(id), data1 }));
const message = (address: string, body: string) => change("content://sms#1", added({ address, body }));
const file = (path: string, how: "added" | "removed") =>
  change(path, how === "added" ? added({ value: "5 bytes" }) : removed({ value: "5 bytes" }));

interface Claimed {
  readonly added?: string;
  readonly isElsewhere?: boolean;
  readonly showsState?: boolean;
  readonly unseen?: readonly string[];
  readonly hasOther?: boolean;
}

const weigh = (
  task: string,
  changes: readonly DeviceChange[],
  { added: more = "", unseen = [], isElsewhere = true, showsState = false, hasOther = false }: Claimed = {},
) =>
  weighClaim({
    task,
    added: more,
    changes: { kind: "known", changes: [...changes], count: changes.length, unseen: [...unseen] },
    ...{ hasOther, isElsewhere, showsState },
  }).kind;

const seven = { hour: "7", minutes: "10", enabled: "1" };
const ann = { display_name: "Ann Lee" };
const dir = "/sdcard/Download";

describe("a claim that changes contradict", () => {
  it.each<[string, readonly DeviceChange[]]>([
    ["Turn on Bluetooth", [setting("wifi_on", "1", "0")]],
    ["Set an alarm for 7:10 PM", [alarm(added(seven))]],
    ["Set an alarm for quarter past 4 in the afternoon", [alarm(added({ hour: "4", minutes: "15" }))]],
    ["Change the 7:10 AM alarm to 8:00 AM", [alarm(added({ hour: "8", minutes: "0" }))]],
    ["Turn off the 7:10 AM alarm", [alarm(removed(seven))]],
    ["Set an alarm for 7:10 AM and label it Gym", [alarm(added(seven))]],
    ["Start a timer for 12 minutes", [timer("60000")]],
    [
      "Set the screen timeout to 5 minutes",
      [change("setting:system/screen_off_timeout", changed({ value: "60000" }, { value: "1800000" }))],
    ],
    [
      "Create a contact named Ann Lee with phone number 555-0187",
      [contact(9, added(ann)), detail(9, "Ann Lee"), detail(9, "555-0000")],
    ],
    [
      "Add Ann Lee to my contacts with the email address ann@example.org",
      [contact(9, added(ann)), detail(9, "Ann Lee"), detail(9, "an@example.org")],
    ],
    ["Delete the contact Ann Lee", [contact(9, removed({ display_name: "Bob Ray" }))]],
    [
      "Delete the contact Ann Lee",
      [contact(9, removed(ann)), contact(8, removed({ display_name: "Bob Ray" }))],
    ],
    ['Send a text message to 5550322 that says "Call me"', [message("5550322", "Call me today")]],
    ['Answer the message from 5550372 with "Yes"', [message("5550379", "Yes")]],
    [
      "Delete the file report-final.txt from the Download folder",
      [file(`${dir}/report-final.txt`, "removed"), file(`${dir}/report.txt`, "removed")],
    ],
    [
      "Delete the file report.txt from the Download folder",
      [file("/sdcard/Documents/report.txt", "removed")],
    ],
    ["Rename the file a-list.txt to lease.txt", [file(`${dir}/lease.txt`, "added")]],
    [
      "Move the file menu.txt from the Download folder to the Documents folder",
      [file(`${dir}/menu.txt`, "removed"), file("/sdcard/Pictures/menu.txt", "added")],
    ],
  ])("is rejected: %s", (task, changes) => {
    expect(weigh(task, changes)).toBe("contradicted");
  });
});

describe("an honest claim", () => {
  it.each<[string, readonly DeviceChange[], Claimed?]>([
    ["Turn on Bluetooth", [setting("bluetooth_on", "0", "1")]],
    [
      "Make the screen darker at night with the dark theme",
      [change("setting:secure/ui_night_mode", changed({ value: "1" }, { value: "2" }))],
    ],
    ["Set an alarm for 7:10", [alarm(added(seven))]],
    ["Change the 7:10 AM alarm to 8:00 AM", [alarm(changed(seven, { hour: "8", minutes: "0" }))]],
    ["Turn off all alarms", [alarm(changed(seven, { ...seven, enabled: "0" }))]],
    ["Set an alarm an hour before 8:10", [alarm(added(seven))]],
    [
      "Save him as a contact with the number that the message came from",
      [contact(9, added({ display_name: "Felix" })), detail(9, "5550411")],
    ],
    [
      "Ask me for the number, then save it for Ann Lee",
      [detail(9, "555-0142")],
      { added: "555 0142", hasOther: true },
    ],
    [
      "Delete the contact Ann Lee",
      [
        contact(9, removed(ann)),
        change("content://com.android.contacts/data#90", removed({ raw_contact_id: "9", data1: "555-0142" })),
      ],
    ],
    ["Clear the call history", [change("content://call_log/calls#1", removed({ number: "5550748" }))]],
    [
      "Move the file menu.txt from the Download folder to the Documents folder",
      [file(`${dir}/menu.txt`, "removed"), file("/sdcard/Documents/menu.txt", "added")],
    ],
    ["Wecker auf 7:10 stellen", [alarm(added(seven))]],
    ["Schalte WLAN aus", [setting("wifi_on", "1", "0")]],
    ["Do what my list says", [setting("wifi_on", "1", "0")], { added: "Wi-Fi was to be off: it is." }],
  ])("is not rejected: %s", (task, changes, claimed = {}) => {
    expect(weigh(task, changes, claimed)).not.toBe("contradicted");
  });
});

describe("a claim without any change", () => {
  it.each<[string, Claimed, string]>([
    ["Open the Settings app", {}, "doubtful"],
    ["Open the Settings app", { isElsewhere: false }, "contradicted"],
    ["Turn on Bluetooth", {}, "contradicted"],
    ["Turn on Bluetooth", { showsState: true }, "doubtful"],
    ["Create a contact named Ann", { showsState: true }, "contradicted"],
    ["Create a contact named Ann", { unseen: ["The data of com.example cannot be read."] }, "plain"],
    ["What is Ann's number?", { hasOther: true, isElsewhere: false }, "plain"],
    ["Schalte WLAN aus", {}, "doubtful"],
  ])("%s, %j: %s", (task, claimed, kind) => {
    expect(weigh(task, [], claimed)).toBe(kind);
  });
});

it("weighs nothing where the device could not be compared", () => {
  const changes = { kind: "unknown", why: "The device was lost." } as const;
  const rest = { added: "", hasOther: false, isElsewhere: false, showsState: false };
  expect(weighClaim({ task: "Turn on Bluetooth", changes, ...rest })).toEqual({ kind: "plain" });
});
