import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modemCommands } from "../../src/console/modem-commands.ts";
import { powerCommands } from "../../src/console/power-commands.ts";
import { dumpBattery } from "../../src/shell/commands/dump/dump-battery.ts";
import { createPhone } from "../../src/start-phone.ts";
import { TelephoneExchange } from "../../src/system/telephony/telephone-exchange.ts";
import { pickUpPhone } from "../phone-user.ts";

const SMS = "content://sms";
const CALLS = "content://call_log/calls";
const named = <Part>(
  commands: readonly { readonly words: string; readonly run: (part: Part, argument: string) => unknown }[],
  words: string,
  part: Part,
  argument = "",
) => commands.find((command) => command.words === words)?.run(part, argument);

describe("messages and calls of a virtual phone", () => {
  it("keeps a message that came in where Android has it, with its conversation", async () => {
    await using user = await pickUpPhone();
    user.phone.receiveMessage({ from: "+1 650-555-1212", text: "Are you there?" });
    user.phone.telephony.sendMessage("6505551212", "Yes");
    expect(
      await user.phone.content.query(SMS, {
        projection: ["thread_id", "address", "body", "type", "read"],
        sort: "_id",
      }),
    ).toEqual([
      { thread_id: 1, address: "+1 650-555-1212", body: "Are you there?", type: 1, read: 0 },
      { thread_id: 1, address: "6505551212", body: "Yes", type: 2, read: 1 },
    ]);
    expect(await user.phone.content.query("content://mms-sms/conversations", {})).toMatchObject([
      { message_count: 2, snippet: "Yes", read: 0 },
    ]);
    expect(await user.phone.content.query(`${SMS}/inbox`, {})).toHaveLength(1);
    expect(await user.phone.content.update(SMS, { read: 1 }, "type=1")).toBe(1);
    expect(await user.phone.content.delete("content://mms-sms/conversations/1")).toBe(1);
    expect(await user.phone.content.query(SMS, {})).toEqual([]);
  });

  it("lets an app call at once only as long as it has CALL_PHONE, and says in dumpsys telecom who began a call", async () => {
    await using user = await pickUpPhone();
    const open = () => user.shell("am start -a android.intent.action.SENDTO -d smsto:6505551212");
    const telecom = () => user.shell("dumpsys telecom | grep -E 'id=TC@|MT - |MO - '");
    user.phone.receiveCall({ from: "6505550000" });
    user.phone.telephony.hangUp();
    await open();
    await user.tap("Call");
    const [live = "", , incoming = "", outgoing = ""] = (await telecom()).split("\n");
    expect(live).toContain("[Call id=TC@2, state=DIALING, ");
    expect(incoming).toMatch(/^ {2}CallTC@1 \[.*\]\(MT - incoming\)/);
    expect(outgoing).toMatch(/^ {2}CallTC@2 \[.*\]\(MO - outgoing\)/);
    user.phone.telephony.hangUp();
    await user.shell("pm revoke com.android.messaging android.permission.CALL_PHONE");
    await open();
    await user.tap("Call");
    expect(user.phone.telephony.calls).toEqual([]);
    expect(user.phone.activities.focused()?.component).toBe("com.android.dialer/.main.impl.MainActivity");
  });

  it("adds events only with what Android's calendar asks for", async () => {
    await using user = await pickUpPhone();
    const events = "content://com.android.calendar/events";
    const event = { calendar_id: 1, title: "Lunch", dtstart: 1_000, dtend: 2_000 };
    await expect(user.phone.content.insert(events, event)).rejects.toThrow(
      "Event values must include an eventTimezone",
    );
    await user.phone.content.insert(events, { ...event, eventTimezone: "UTC" });
    await user.phone.content.insert("content://com.android.calendar/reminders", {
      event_id: 1,
      minutes: 10,
      method: 1,
    });
    expect(await user.phone.content.query(events, {})).toMatchObject([{ title: "Lunch", hasAlarm: 1 }]);
    expect(await user.phone.content.delete(`${events}/1`)).toBe(1);
    expect(await user.phone.content.query("content://com.android.calendar/reminders", {})).toEqual([]);
  });

  it("lets two phones of one server message and call each other by their numbers", async () => {
    const dir = await mkdtemp(join(tmpdir(), "two-phones-"));
    let now = 0;
    const exchange = new TelephoneExchange();
    const phone = (serial: string) =>
      createPhone({ serial, dir: join(dir, serial), clock: () => new Date(now), exchange });
    const [one, other] = [await phone("emulator-5554"), await phone("emulator-5556")];
    try {
      expect(one.telephony.number).toBe("+15555215554");
      one.telephony.sendMessage("555-521-5556", "Hi");
      expect(await other.content.query(`${SMS}/inbox`, { projection: ["address", "body"] })).toEqual([
        { address: "+15555215554", body: "Hi" },
      ]);
      expect(one.telephony.dial("5556")).toBe(true);
      expect(other.telephony.calls).toMatchObject([{ number: "+15555215554", state: "ringing" }]);
      now = 60_000;
      expect(one.telephony.calls).toMatchObject([{ state: "dialing" }]);
      other.telephony.answer();
      now = 75_000;
      one.telephony.hangUp();
      expect(other.telephony.calls).toEqual([]);
      const log = { projection: ["number", "type", "duration"] };
      expect(await one.content.query(CALLS, log)).toEqual([{ number: "5556", type: 2, duration: 15 }]);
      expect(await other.content.query(CALLS, log)).toEqual([
        { number: "+15555215554", type: 1, duration: 15 },
      ]);
      other.settings.put("global", "airplane_mode_on", "1");
      expect(one.telephony.dial("5556")).toBe(false);
    } finally {
      await Promise.all([one.close(), other.close()]);
      await rm(dir, { recursive: true, force: true });
    }
  });

  it("takes messages and calls from the console with the emulator's words", async () => {
    await using user = await pickUpPhone();
    const { telephony } = user.phone;
    const modem = (words: string, argument = "") => named(modemCommands, words, telephony, argument);
    modem("sms send", String.raw`5551212 two\nlines A`);
    expect(await user.phone.content.query(SMS, { projection: ["body"] })).toEqual([{ body: "two\nlines A" }]);
    expect(() => modem("sms send", "5551212")).toThrow("missing argument, try 'sms send");
    modem("gsm call", "5551234");
    expect(modem("gsm list")).toEqual(["inbound from 5551234    : incoming"]);
    expect(() => modem("gsm accept", "777")).toThrow("no current call to/from number '777'");
    modem("gsm accept", "5551234");
    expect(modem("gsm list")).toEqual(["inbound from 5551234    : active"]);
    modem("gsm cancel", "5551234");
    modem("gsm call", "5551234");
    modem("gsm cancel", "5551234");
    const types = await user.phone.content.query(CALLS, { projection: ["type", "new"], sort: "_id" });
    expect(types).toEqual([
      { type: 1, new: 0 },
      { type: 3, new: 1 },
    ]);
  });

  it("has one battery for console, dumpsys and tests", async () => {
    await using user = await pickUpPhone();
    const { battery } = user.phone;
    user.phone.setBattery({ level: 41, charging: false });
    expect(dumpBattery([], battery)).toMatch(/AC powered: false[\s\S]*status: 3[\s\S]*level: 41/);
    dumpBattery(["set", "level", "7"], battery);
    named(powerCommands, "power capacity", battery, "80");
    expect(dumpBattery([], battery)).toContain("UPDATES STOPPED");
    expect(dumpBattery(["get", "level"], battery)).toBe("7\n");
    dumpBattery(["reset"], battery);
    expect(dumpBattery(["get", "level"], battery)).toBe("80\n");
    named(powerCommands, "power ac", battery, "on");
    expect(named(powerCommands, "power display", battery)).toEqual([
      "AC: online",
      "status: Charging",
      "health: Good",
      "present: true",
      "capacity: 80",
    ]);
    expect(() => named(powerCommands, "power capacity", battery, "101")).toThrow("Usage");
  });

  it("begins anew after `pm clear` with what a fresh phone has", async () => {
    await using user = await pickUpPhone();
    await user.phone.content.insert("content://com.android.deskclock/alarms", { hour: 3, minutes: 4 });
    await user.phone.packages.clear("com.android.deskclock");
    expect(await user.phone.content.query("content://com.android.deskclock/alarms", {})).toHaveLength(2);
  });
});
