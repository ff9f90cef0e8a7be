import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { PANEL, type PanelEvent, panelOf } from "./touch-panel.ts";

const KEYS_NODE = "/dev/input/event0";
const nodes = [KEYS_NODE, PANEL.node] as const;

/** What toolbox calls them with `-l`. */
const labels: Readonly<Record<string, string>> = {
  "0": "EV_SYN",
  "1": "EV_KEY",
  "3": "EV_ABS",
  "0:0": "SYN_REPORT",
  "1:74": "KEY_POWER",
  "1:14a": "BTN_TOUCH",
  "3:2f": "ABS_MT_SLOT",
  "3:35": "ABS_MT_POSITION_X",
  "3:36": "ABS_MT_POSITION_Y",
  "3:39": "ABS_MT_TRACKING_ID",
  "1:14a:0": "UP",
  "1:14a:1": "DOWN",
};

/** `getevent -p` tells what there is, `getevent [-l] [-t] [NODE]` what happens there until nobody listens. */
export const getevent: ShellCommand = async ({ args, device, stdout, stderr, surroundings }) => {
  const { flags, node } = readOptions(args);
  const readable = nodes.filter((one) => surroundings.files.find(one) !== null);
  const wanted = node === undefined ? readable : readable.filter((one) => one === node);
  if (node !== undefined && wanted.length === 0) {
    stderr.write(`could not open ${node}, No such file or directory\n`);
    return 1;
  }
  const named = flags.has("l");
  const told = [...wanted].reverse();
  if (flags.has("p")) {
    stdout.write(told.map((one, index) => described(one, index + 1, named)).join(""));
    return 0;
  }
  if (node === undefined) for (const [index, one] of told.entries()) stdout.write(heading(one, index + 1));
  const stop = panelOf(device).follow((event) => {
    if (!wanted.includes(PANEL.node)) return;
    const stamp = flags.has("t") ? `[${event.seconds.toFixed(6).padStart(15)}] ` : "";
    const from = node === undefined ? `${PANEL.node}: ` : "";
    stdout.write(`${stamp}${from}${named ? withLabels(event) : withNumbers(event)}\n`);
  });
  await new Promise<void>((resolve) => {
    if (surroundings.hangUp.aborted) resolve();
    surroundings.hangUp.addEventListener("abort", () => resolve(), { once: true });
  });
  stop();
  return 129;
};

function readOptions(args: readonly string[]) {
  const flags = new Set<string>();
  let node: string | undefined;
  for (const argument of args) {
    if (/^-[ltp]+$/.test(argument)) for (const flag of argument.slice(1)) flags.add(flag);
    else if (argument.startsWith("-")) throw new CommandFailure(`getevent: Unknown option ${argument}`);
    else node = argument;
  }
  return { flags, node };
}

const nameOf = (node: string): string => (node === KEYS_NODE ? "gpio-keys" : PANEL.name);

const heading = (node: string, number: number): string =>
  `add device ${number}: ${node}\n  name:     "${nameOf(node)}"\n`;

function described(node: string, number: number, named: boolean): string {
  const code = (type: number, value: number, width: number): string =>
    named ? (labels[`${type}:${value.toString(16)}`] ?? "").padEnd(width) : hex(value, 4);
  const key = (value: number): string => `    KEY (0001): ${code(1, value, 21)} \n`;
  const head = `${heading(node, number)}  events:\n`;
  if (node === KEYS_NODE) return `${head}${key(0x74)}  input props:\n    <none>\n`;
  const axes = [
    [0x2f, PANEL.slots - 1],
    [0x35, PANEL.greatest],
    [0x36, PANEL.greatest],
    [0x39, 65_535],
  ] as const;
  const lines = axes.map(
    ([axis, greatest], index) =>
      `${index === 0 ? "    ABS (0003): " : " ".repeat(16)}${code(3, axis, 21)}  : value 0, min 0, max ${greatest}, fuzz 0, flat 0, resolution 0\n`,
  );
  return `${head}${key(0x14a)}${lines.join("")}  input props:\n    INPUT_PROP_DIRECT\n`;
}

const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, "0");
const withNumbers = ({ type, code, value }: PanelEvent): string =>
  `${hex(type, 4)} ${hex(code, 4)} ${hex(value, 8)}`;

function withLabels({ type, code, value }: PanelEvent): string {
  const place = `${type}:${code.toString(16)}`;
  const said = [labels[type] ?? hex(type, 4), labels[place] ?? hex(code, 4)];
  const [kind = "", name = ""] = said;
  return `${kind.padEnd(12)} ${name.padEnd(20)} ${(labels[`${place}:${value}`] ?? hex(value, 8)).padEnd(20)}`;
}
