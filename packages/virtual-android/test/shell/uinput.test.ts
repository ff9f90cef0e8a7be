import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { shellOnFake } from "./shell-on-fake.ts";

const shell = shellOnFake();
const axis = (code: number, maximum: number) => ({
  code,
  info: { value: 0, minimum: 0, maximum, fuzz: 0, flat: 0, resolution: 0 },
});
const register = {
  id: 1,
  command: "register",
  name: "Touch screen",
  vid: 1,
  pid: 1,
  bus: "usb",
  configuration: [
    { type: 100, data: [1, 3] },
    { type: 101, data: [0x14a] },
    { type: 103, data: [0x2f, 0x35, 0x36, 0x39] },
    { type: 110, data: [1] },
  ],
  abs_info: [axis(0x2f, 1), axis(0x35, 1079), axis(0x36, 2399), axis(0x39, 65_535)],
};
const delay = { id: 1, command: "delay", duration: 500 };
const finger = (slot: number, y: number, down = true) => [
  ...[3, 0x2f, slot],
  ...(down ? [3, 0x39, slot] : []),
  ...[3, 0x35, 540, 3, 0x36, y],
];
const inject = (...events: number[]) => ({ id: 1, command: "inject", events: [...events, 0, 0, 0] });
const down = inject(...finger(0, 1_100), ...finger(1, 1_300), 1, 0x14a, 1);
const move = inject(...finger(0, 800, false), ...finger(1, 1_600, false));
const up = inject(3, 0x2f, 0, 3, 0x39, -1, 3, 0x2f, 1, 3, 0x39, -1, 1, 0x14a, 0);
const felt = ["pinch 540,1100 to 540,800 and 540,1300 to 540,1600"];
const play = async (...commands: object[]) => {
  const { calls } = shell.phone();
  const { code } = await shell.run("uinput -", commands.map((command) => JSON.stringify(command)).join("\n"));
  return { code, calls };
};

describe("uinput", () => {
  beforeEach(() => {
    const { filesRoot } = shell.phone().device;
    mkdirSync(join(filesRoot, "dev"), { recursive: true });
    writeFileSync(join(filesRoot, "dev/uinput"), "");
  });

  it("moves two fingers of a touch screen that it registers, by standard input or a file", async () => {
    expect(await play(register, delay, down, delay, move, up, delay)).toEqual({ code: 0, calls: felt });
    const script = [register, delay, down, move, up].map((command) => JSON.stringify(command)).join("");
    writeFileSync(join(shell.phone().device.filesRoot, "data/local/tmp/pinch"), script);
    expect((await shell.run("uinput /data/local/tmp/pinch")).code).toBe(0);
    expect(shell.phone().calls).toEqual([...felt, ...felt]);
  });

  it("makes nothing felt of what comes before Android hears the device, or is no touch screen's", async () => {
    const pad = { ...register, configuration: register.configuration.slice(0, 3) };
    const flat = { ...register, abs_info: register.abs_info.slice(0, 1) };
    expect(await play(register, down, move, up)).toEqual({ code: 0, calls: [] });
    expect(await play(pad, delay, down, move, up)).toEqual({ code: 0, calls: [] });
    expect(await play(flat, delay, down, move, up)).toEqual({ code: 0, calls: [] });
    expect(await play(register, delay, down, move, delay)).toEqual({ code: 0, calls: [] });
    expect(await play(delay, down, move, up)).toEqual({ code: 0, calls: [] });
  });

  it("fails without a word on what is no command, and on what Android 14 does not know", async () => {
    const failures = [
      { ...register, bus: "pci" },
      { ...register, configuration: undefined },
      { id: 1, command: "tap" },
      { id: 1, command: "delay", duration: 0 },
      { id: 1, command: "inject" },
    ];
    for (const command of failures) expect(await play(command)).toEqual({ code: 1, calls: [] });
    expect(await shell.run("uinput")).toEqual({ stdout: "", stderr: "", code: 1 });
    expect(await shell.run("uinput /data/local/tmp/none")).toEqual({ stdout: "", stderr: "", code: 1 });
  });
});
