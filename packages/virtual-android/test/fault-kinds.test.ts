import { describe, expect, it, vi } from "vitest";
import type { ScriptedFault } from "../src/fault-script/fault-script.ts";
import {
  ask,
  awake,
  bytesOf,
  client,
  dialogSays,
  dump,
  install,
  list,
  phones,
  picture,
  pushed,
  send,
  serial,
  settings,
  shopping,
  sizeOf,
  useFaultyPhones,
} from "./faulty-phones.ts";

useFaultyPhones();

/** Of each fault: what is set, and what a client meets then. */
interface Meeting {
  readonly set?: Readonly<Record<string, unknown>>;
  readonly meet: () => Promise<void>;
}

const meetings: Readonly<Record<ScriptedFault["fault"], Meeting>> = {
  hang: {
    set: { command: "^shell:echo lost" },
    meet: async () => {
      const lost = client();
      await lost.send(`host:transport:${serial}`).status();
      lost.send("shell:echo lost");
      expect(await ask("shell:echo heard")).toBe("heard\n");
      lost.socket.end();
      expect(await lost.readToEnd()).toHaveLength(0);
    },
  },
  drip: {
    set: { command: "^shell", bytesPerSecond: 200 },
    meet: async () => {
      const began = performance.now();
      expect(await ask("shell:echo abc")).toBe("abc\n");
      expect(performance.now() - began).toBeGreaterThan(30);
    },
  },
  reset: {
    set: { command: "^shell", afterBytes: 6 },
    meet: async () => expect(await ask("shell:echo 123456")).toBe("12"),
  },
  refuse: {
    set: { command: "^shell", text: "device still connecting" },
    meet: async () => expect(await ask("shell:echo x")).toBe("FAIL device still connecting"),
  },
  cut: {
    set: { command: "^exec", afterBytes: 7 },
    meet: async () => expect(await ask("exec:echo 123456")).toBe("123"),
  },
  "cut-tail": {
    set: { command: "^exec", bytes: 3 },
    meet: async () => expect(await ask("exec:echo 123456")).toBe("1234"),
  },
  prefix: {
    set: { command: "^exec", text: "[Warning] two displays\n" },
    meet: async () => expect(await ask("exec:echo x")).toBe("[Warning] two displays\nx\n"),
  },
  flood: {
    set: { command: "^exec", bytes: 1_000_000 },
    meet: async () => expect(await bytesOf("exec:echo x")).toHaveLength(1_000_002),
  },
  "full-disk": {
    set: { command: "^sync", afterBytes: 1_000 },
    meet: async () => expect(await pushed()).toBe("FAIL"),
  },
  offline: {
    set: { command: "^shell:begin", times: 1, milliseconds: 300 },
    meet: () => awayFor("FAIL device offline"),
  },
  unauthorized: {
    set: { command: "^shell:begin", times: 1, milliseconds: 300 },
    meet: () => awayFor("FAIL device unauthorized"),
  },
  gone: {
    set: { command: "^shell:begin", times: 1, milliseconds: 300 },
    meet: () => awayFor(`FAIL device '${serial}' not found`),
  },
  twin: {
    set: { command: "^shell:begin", times: 1, milliseconds: 300 },
    meet: () => awayFor("FAIL more than one device"),
  },
  "server-gone": {
    set: { phone: "server", command: "^host:version", times: 1, milliseconds: 300 },
    meet: async () => {
      holdTime();
      const tracker = client().send("host:track-devices");
      expect(await tracker.status()).toBe("OKAY");
      client().send("host:version");
      await tracker.readToEnd();
      expect(await list()).toBe("");
      vi.advanceTimersByTime(300);
      await expect.poll(list).toContain(serial);
    },
  },
  "lost-list": {
    set: { phone: "server", command: "^host:track-devices", times: 1 },
    meet: async () => {
      const deaf = client().send("host:track-devices");
      expect(await deaf.status()).toBe("OKAY");
      const hearing = client().send("host:track-devices");
      expect([await hearing.status(), await hearing.text()]).toEqual([
        "OKAY",
        expect.stringContaining(serial),
      ]);
      phones.devices.setState("emulator-5556", "offline");
      expect(await deaf.text()).toContain("emulator-5556\toffline");
      phones.devices.setState("emulator-5556", "device");
      deaf.socket.destroy();
      hearing.socket.destroy();
    },
  },
  flapping: {
    set: { command: "^shell:begin", times: 1, rounds: 3 },
    meet: async () => {
      const before = phones.devices.list().find((one) => one.serial === serial)?.transportId ?? 0;
      await ask("shell:begin");
      const after = phones.devices.list().find((one) => one.serial === serial)?.transportId ?? 0;
      expect(after).toBeGreaterThanOrEqual(before + 3);
    },
  },
  reboot: {
    set: { command: "^shell:begin", times: 1 },
    meet: async () => {
      const bootId = "shell:cat /proc/sys/kernel/random/boot_id";
      const before = await ask(bootId);
      await ask("shell:begin");
      await expect.poll(() => ask(bootId)).toMatch(/^[0-9a-f-]{36}\n$/);
      expect(await ask(bootId)).not.toBe(before);
    },
  },
  "display-off": {
    set: { command: "^shell:begin", times: 1 },
    meet: async () => {
      await ask("shell:begin");
      expect(await ask("shell:dumpsys power | grep mWakefulness=")).toContain("Asleep");
      expect(await dump()).toContain("null root node");
      await awake();
    },
  },
  "app-crash": {
    set: { command: "^shell:begin", times: 1, package: settings },
    meet: () => dialogSays("Settings has stopped"),
  },
  "app-anr": {
    set: { command: "^shell:begin", times: 1, package: settings },
    meet: () => dialogSays("Settings isn't responding"),
  },
  "system-anr": {
    set: { command: "^shell:begin", times: 1 },
    meet: () => dialogSays("System UI isn't responding"),
  },
  "app-dialog": {
    set: { command: "^shell:begin", times: 1, package: settings, title: "Update now" },
    meet: () => dialogSays("Update now"),
  },
  "permission-dialog": {
    set: { command: "^shell:begin", times: 1, package: settings, question: "read your mind" },
    meet: () => dialogSays("read your mind"),
  },
  "left-file": {
    set: { command: "^shell:begin", times: 1, path: "Download/left.txt", text: "of the last tenant" },
    meet: async () => {
      await ask("shell:begin");
      expect(await ask("shell:cat /sdcard/Download/left.txt")).toBe("of the last tenant");
      await ask("shell:rm /sdcard/Download/left.txt");
    },
  },
  "install-refused": {
    set: { reason: "INSTALL_FAILED_VERIFICATION_FAILURE" },
    meet: async () => expect(await install()).toContain("INSTALL_FAILED_VERIFICATION_FAILURE"),
  },
  "uninstall-refused": {
    set: { package: shopping },
    meet: async () => {
      expect(await install()).toContain("Success");
      expect(await ask(`shell:pm uninstall ${shopping}`)).toContain("Failure");
      expect(await ask("shell:pm list packages -3")).toContain(shopping);
    },
  },
  "never-idle": {
    set: { milliseconds: 50 },
    meet: async () => expect(await dump()).toContain("could not get idle state"),
  },
  "null-root": {
    set: { times: 1 },
    meet: async () => {
      expect(await dump()).toContain("null root node");
      expect(await dump()).toContain("<hierarchy");
    },
  },
  "held-tree": { meet: async () => expect(await dump()).toContain("already registered") },
  "late-content": {
    set: { times: 1 },
    meet: async () => {
      const [early, late] = [await dump(), await dump()];
      expect(late.length).toBeGreaterThan(early.length * 2);
    },
  },
  "cut-dump": { meet: async () => expect(await dump()).not.toContain("</hierarchy>") },
  "huge-dump": {
    set: { nodes: 20_000 },
    meet: async () => expect((await dump()).split("<node").length).toBeGreaterThan(20_000),
  },
  "hostile-text": {
    meet: async () => {
      expect(await dump()).toMatch(/ text="\u202e/);
      expect(await dump()).toMatch(/<\/hierarchy>/);
    },
  },
  "cut-picture": { meet: async () => expect((await picture()).includes("IEND")).toBe(false) },
  "empty-picture": { meet: async () => expect(await picture()).toHaveLength(0) },
  "giant-picture": { meet: async () => expect(sizeOf(await picture())).toEqual([60_000, 60_000]) },
  "noisy-picture": {
    meet: async () => {
      const png = await picture();
      expect(png.length).toBeGreaterThan(7_000_000);
      expect(sizeOf(png)).toEqual([1_080, 2_400]);
      const { default: sharp } = await import("sharp");
      expect((await sharp(png).stats()).entropy).toBeGreaterThan(7);
    },
  },
  "secure-window": {
    meet: async () => {
      const { default: sharp } = await import("sharp");
      expect((await sharp(await picture()).stats()).channels.slice(0, 3).every(({ max }) => max === 0)).toBe(
        true,
      );
    },
  },
  frozen: {
    meet: async () => {
      const before = await picture();
      await ask(`shell:am start -n ${settings}/.Settings; input tap 300 900`);
      expect((await picture()).equals(before)).toBe(true);
    },
  },
  "lost-characters": {
    set: { every: 3 },
    meet: async () => {
      await ask("shell:am start -n com.android.contacts/.activities.ContactEditorActivity");
      await ask("shell:input tap 540 700; input text abcdef");
      expect(await dump()).toContain('text="abde"');
    },
  },
  turned: { set: { rotation: 1 }, meet: async () => expect(sizeOf(await picture())).toEqual([2_400, 1_080]) },
  unclearable: {
    set: { package: settings },
    meet: async () => expect(await ask(`shell:pm clear ${settings}`)).toContain("Failed"),
  },
  "no-network": {
    meet: async () => expect(await ask("shell:ping -c 1 8.8.8.8 2>&1")).not.toContain("1 received"),
  },
  "never-boots": { meet: async () => expect(await ask("shell:getprop sys.boot_completed")).toBe("\n") },
};

/** What is away for some time comes back when the test lets that pass: a busy machine might look only afterwards. */
const holdTime = () => vi.useFakeTimers({ toFake: ["setTimeout"] });

async function awayFor(reason: string): Promise<void> {
  holdTime();
  await ask("shell:begin");
  expect(await ask("shell:echo x")).toContain(reason);
  vi.advanceTimersByTime(300);
  await expect.poll(() => ask("shell:echo x")).toBe("x\n");
}

describe("every kind of fault, set by HTTP while the phones run", () => {
  it.each(Object.entries(meetings))(
    "%s is what a client meets, until it is removed",
    async (fault, { set, meet }) => {
      const answer = await send("POST", { fault, phone: serial, ...set });
      expect([answer.status, await answer.json()]).toEqual([201, { id: expect.any(String) }]);
      await meet();
      expect((await send("DELETE")).status).toBe(200);
      expect(await ask("shell:echo well")).toBe("well\n");
      expect(sizeOf(await picture())).toEqual([1_080, 2_400]);
      expect(await dump()).toContain("</hierarchy>");
      expect(await ask("shell:getprop sys.boot_completed")).toBe("1\n");
    },
  );
});
