import { describe, expect, it } from "vitest";
import { splitTask } from "#agent/checklist/split-task.ts";

describe("the parts of a task by rule", () => {
  it.each([
    ["Turn on Bluetooth, then set an alarm for 7:30", ["Turn on Bluetooth", "set an alarm for 7:30"]],
    [
      "Open Clock and set a timer for 10 minutes. Start it.",
      ["Open Clock", "set a timer for 10 minutes", "Start it"],
    ],
    ["1. Turn off NFC\n2. Add a contact named Ada", ["Turn off NFC", "Add a contact named Ada"]],
    ["- Buy milk\n- Buy salt and pepper", ["Buy milk", "Buy salt and pepper"]],
    ["打开设置。关闭蓝牙。", ["打开设置", "关闭蓝牙"]],
  ])("%j", (task, parts) => {
    expect(splitTask(task)).toEqual(parts);
  });

  it.each([
    "Add salt and pepper to the list of Dr. Brown",
    'Send "Go home, then call me. Open the door and wait" to Ada',
    "Set the clock to 7.30",
  ])("is one for %j", (task) => {
    expect(splitTask(task)).toEqual([task]);
  });
});
