import type { Battery } from "../system/battery.ts";
import type { Telephony } from "../system/telephony/telephony.ts";
import { modemCommands } from "./modem-commands.ts";
import type { PartCommand } from "./part-command.ts";
import { powerCommands } from "./power-commands.ts";

/** What one phone's console can do; an Error's message is the text after `KO: `. */
export interface ConsolePhone {
  readonly avdName: string;
  battery(): Battery;
  telephony(): Telephony;
  save(name: string): void;
  load(name: string): void;
  remove(name: string): void;
  list(): readonly { readonly name: string; readonly bytes: number; readonly savedAt: Date }[];
  /** A further phone that continues from the snapshot; its serial. */
  fork(name: string): Promise<string>;
  /** Ends the phone, if it may be ended. */
  kill(): void;
}

/** `text` lines come before `OK`. */
type Answer = readonly string[];
type Run = (phone: ConsolePhone, argument: string) => Answer | Promise<Answer>;

interface Command {
  readonly words: string;
  readonly help: string;
  readonly run: Run;
}

const named =
  (verb: string, run: (phone: ConsolePhone, name: string) => Answer | Promise<Answer>): Run =>
  (phone, name) => {
    if (name === "") throw new Error(`Argument missing, try 'avd snapshot ${verb} <name>'`);
    return run(phone, name);
  };
const silent =
  (act: (phone: ConsolePhone, name: string) => void) =>
  (phone: ConsolePhone, name: string): Answer => {
    act(phone, name);
    return [];
  };
const remove = silent((phone, name) => phone.remove(name));

/** Words as the emulator's console has them; `avd snapshot fork` is the virtual phones' own. */
const commands: readonly Command[] = [
  { words: "ping", help: "check if the emulator is alive", run: () => ["I am alive!"] },
  {
    words: "kill",
    help: "kill the emulator instance",
    run: (phone) => {
      phone.kill();
      return ["OK: killing emulator, bye bye"];
    },
  },
  { words: "avd name", help: "query virtual device name", run: ({ avdName }) => [avdName] },
  { words: "avd status", help: "query virtual device status", run: () => ["virtual device is running"] },
  { words: "avd snapshot list", help: "show a list of all state snapshots", run: listed },
  {
    words: "avd snapshot save",
    help: "save state snapshot",
    run: named(
      "save",
      silent((phone, name) => phone.save(name)),
    ),
  },
  {
    words: "avd snapshot load",
    help: "load state snapshot",
    run: named(
      "load",
      silent((phone, name) => phone.load(name)),
    ),
  },
  { words: "avd snapshot del", help: "delete state snapshot", run: named("del", remove) },
  { words: "avd snapshot delete", help: "delete state snapshot", run: named("delete", remove) },
  {
    words: "avd snapshot fork",
    help: "start a further phone from a state snapshot; answers its serial",
    run: named("fork", async (phone, name) => [await phone.fork(name)]),
  },
  ...modemCommands.map((command) => ofPart(command, (phone) => phone.telephony())),
  ...powerCommands.map((command) => ofPart(command, (phone) => phone.battery())),
];

function ofPart<Part>(command: PartCommand<Part>, partOf: (phone: ConsolePhone) => Part): Command {
  return { ...command, run: (phone, argument) => command.run(partOf(phone), argument) };
}

/** @throws Error whose message says why not, for `KO: ` */
export async function runConsoleCommand(line: string, phone: ConsolePhone): Promise<Answer> {
  const words = line.trim().split(/\s+/);
  if (words[0] === "help") return helpLines();
  const fits = (command: Command): boolean =>
    command.words.split(" ").every((word, at) => words[at]?.toLowerCase() === word);
  const command = commands.filter(fits).at(-1);
  if (command === undefined) throw new Error(unknown(words[0] ?? ""));
  const argument = words.slice(command.words.split(" ").length).join(" ");
  return command.run(phone, argument);
}

const groups = new Set(
  commands.flatMap(({ words }) => (words.includes(" ") ? [words.split(" ")[0] ?? ""] : [])),
);

const unknown = (first: string): string =>
  groups.has(first) ? "missing or unknown sub-command, try 'help'" : "unknown command, try 'help'";

export const helpLines = (): Answer => [
  "Android console command help:",
  ...commands.map(({ words, help }) => `    ${words.padEnd(24)}${help}`),
  `    ${"quit|exit".padEnd(24)}quit control session`,
];

function listed(phone: ConsolePhone): Answer {
  const all = phone.list();
  if (all.length === 0) return ["There is no snapshot available."];
  return [
    "List of snapshots present on all disks:",
    "ID        TAG                 VM SIZE                DATE       VM CLOCK",
    ...all.map(({ name, bytes, savedAt }) => {
      const at = savedAt.toISOString().slice(0, 19).replace("T", " ");
      return `--        ${name.padEnd(20)}${sizeText(bytes).padStart(7)} ${at}   00:00:00.000`;
    }),
  ];
}

const sizeText = (bytes: number): string =>
  bytes < 1_048_576 ? `${Math.ceil(bytes / 1_024)}K` : `${Math.ceil(bytes / 1_048_576)}M`;
