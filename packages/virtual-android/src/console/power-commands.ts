import { BATTERY_HEALTH, BATTERY_STATUS, type Battery } from "../system/battery.ts";
import type { PartCommand } from "./part-command.ts";

/** `power …` with the words and refusals of the emulator's console; the argument's spelling is any case there too. */
export const powerCommands: readonly PartCommand<Battery>[] = [
  {
    words: "power display",
    help: "display battery and charger state",
    run: ({ hardware }) => shown(hardware),
  },
  {
    words: "power ac",
    help: "set AC charging state",
    run: (battery, argument) => {
      const on = oneOf({ on: true, off: false }, argument, '"ac on" or "ac off"');
      battery.setHardware({ ac: on, status: on ? BATTERY_STATUS.charging : BATTERY_STATUS.discharging });
      return [];
    },
  },
  {
    words: "power status",
    help: "set battery status",
    run: (battery, argument) => {
      const usage = '"status unknown|charging|discharging|not-charging|full"';
      battery.setHardware({ status: oneOf(BATTERY_STATUS, argument, usage) });
      return [];
    },
  },
  {
    words: "power present",
    help: "set battery present state",
    run: (battery, argument) => {
      const usage = '"present true" or "present false"';
      battery.setHardware({ present: oneOf({ true: true, false: false }, argument, usage) });
      return [];
    },
  },
  {
    words: "power health",
    help: "set battery health state",
    run: (battery, argument) => {
      const usage = '"health unknown|good|overheat|dead|overvoltage|failure"';
      battery.setHardware({ health: oneOf(BATTERY_HEALTH, argument, usage) });
      return [];
    },
  },
  {
    words: "power capacity",
    help: "set battery capacity state",
    run: (battery, argument) => {
      const percent = Number(argument);
      if (!/^\d{1,3}$/.test(argument) || percent > 100) throw new Error('Usage: "capacity <percentage>"');
      battery.setHardware({ level: percent });
      return [];
    },
  },
];

function oneOf<Value>(values: Readonly<Record<string, Value>>, argument: string, usage: string): Value {
  const found = Object.entries(values).find(([name]) => name === argument.toLowerCase());
  if (found === undefined) throw new Error(`Usage: ${usage}`);
  return found[1];
}

const shown = ({ ac, status, health, present, level }: Battery["hardware"]): readonly string[] => {
  const nameOf = (names: Readonly<Record<string, number>>, value: number): string => {
    const name = Object.entries(names).find(([, one]) => one === value)?.[0] ?? "unknown";
    return name.charAt(0).toUpperCase() + name.slice(1);
  };
  return [
    `AC: ${ac ? "online" : "offline"}`,
    `status: ${nameOf(BATTERY_STATUS, status)}`,
    `health: ${nameOf(BATTERY_HEALTH, health)}`,
    `present: ${present}`,
    `capacity: ${level}`,
  ];
};
