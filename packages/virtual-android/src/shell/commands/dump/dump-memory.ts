import type { VirtualDevice } from "../../../system/device.ts";
import { CommandFailure } from "../../shell-session.ts";
import { memoryOf, phoneMemory } from "../process-memory.ts";
import { type Process, processesOn } from "../toybox/list-processes.ts";

/** As long as `/proc/uptime` has it. */
function headingOf(device: VirtualDevice): string {
  const up = device.upMilliseconds();
  return `Applications Memory Usage (in Kilobytes):\nUptime: ${up} Realtime: ${up}\n`;
}

/** As Android's `%,9dK`. */
const kilobytes = (size: number): string => `${size.toLocaleString("en-US").padStart(9)}K`;
const total = (processes: readonly Process[], of: "resident" | "proportional"): number =>
  processes.reduce((sum, process) => sum + memoryOf(process)[of], 0);

/** `dumpsys meminfo [-s] [--package] [PACKAGE|PID]` of Android 14; its other options are refused. */
export function dumpMemory(args: readonly string[], device: VirtualDevice): string {
  const unknown = args.find((word) => word.startsWith("-") && word !== "-s" && word !== "--package");
  if (unknown !== undefined)
    throw new CommandFailure(`dumpsys meminfo ${unknown} is not supported by this virtual phone`);
  const heading = headingOf(device);
  const [asked] = args.filter((word) => !word.startsWith("-"));
  const running = processesOn(device).filter(({ commandLine }) => commandLine === undefined);
  if (asked === undefined) return heading + ofPhone(running, device);
  const found = running.filter((process) => nameOf(process) === asked || String(process.pid) === asked);
  if (found.length === 0) return `No process found for: ${asked}\n`;
  return heading + found.map((process) => ofProcess(process, device, args.includes("-s"))).join("");
}

/** Android calls its server so. */
const nameOf = ({ name }: Process): string => (name === "system_server" ? "system" : name);

function ofPhone(running: readonly Process[], device: VirtualDevice): string {
  const inFront = device.activities.tasks().map(({ packageName }) => packageName);
  const groups = [
    { name: "Native", members: running.filter(({ user }) => user === "root") },
    { name: "System", members: running.filter(({ name }) => name === "system_server") },
    { name: "Foreground", members: running.filter(({ name }) => name === inFront[0]) },
    {
      name: "Cached",
      members: running.filter(({ name, user }) => user.startsWith("u0_a") && name !== inFront[0]),
    },
  ].filter(({ members }) => members.length > 0);
  const section = (of: "resident" | "proportional"): readonly string[] => {
    const bySize = (processes: readonly Process[]): readonly Process[] =>
      [...processes].sort((left, right) => memoryOf(right)[of] - memoryOf(left)[of]);
    const line = (process: Process, indent: string): string =>
      `${indent}${kilobytes(memoryOf(process)[of])}: ${nameOf(process)} (pid ${process.pid}${inFront.includes(process.name) ? " / activities" : ""})`;
    const label = of === "resident" ? "RSS" : "PSS";
    return [
      "",
      `Total ${label} by process:`,
      ...bySize(running).map((process) => line(process, "  ")),
      "",
      `Total ${label} by OOM adjustment:`,
      ...groups.flatMap(({ name, members }) => [
        `  ${kilobytes(total(members, of))}: ${name}`,
        ...bySize(members).map((process) => line(process, "      ")),
      ]),
    ];
  };
  const cachedPss = total(groups.find(({ name }) => name === "Cached")?.members ?? [], "proportional");
  return [
    ...section("resident"),
    ...section("proportional"),
    "",
    ...ofMemory(total(running, "proportional"), cachedPss),
  ].join("\n");
}

const kernelUsed = 184_320;

function ofMemory(used: number, cachedPss: number): readonly string[] {
  const { total: all, free, cached } = phoneMemory;
  return [
    `Total RAM: ${kilobytes(all)} (status normal)`,
    ` Free RAM: ${kilobytes(cachedPss + cached + free)} (${kilobytes(cachedPss)} cached pss + ${kilobytes(cached)} cached kernel + ${kilobytes(free)} free)`,
    ` Used RAM: ${kilobytes(used - cachedPss + kernelUsed)} (${kilobytes(used - cachedPss)} used pss + ${kilobytes(kernelUsed)} kernel)`,
    ` Lost RAM: ${kilobytes(all - used - free - cached - kernelUsed)}`,
    "   Tuning: 192 (large 576), oom   322,560K, restore limit   107,520K (high-end-gfx)",
    "",
  ];
}

type Part = "java" | "native" | "code" | "stack" | "graphics" | "other";

interface Category {
  readonly name: string;
  readonly part: Part;
  /** Shares of all that the process takes, in thousandths: PSS, of that private dirty and private clean, RSS. */
  readonly shares: readonly [pss: number, dirty: number, clean: number, rss: number];
  /** Size, allocated and free, in thousandths of the PSS. */
  readonly heap?: readonly [number, number, number];
}

const categories: readonly Category[] = [
  { name: "Native Heap", part: "native", shares: [269, 268, 0, 77], heap: [562, 363, 199] },
  { name: "Dalvik Heap", part: "java", shares: [116, 113, 0, 85], heap: [283, 142, 141] },
  { name: "Dalvik Other", part: "other", shares: [33, 32, 0, 17] },
  { name: "Stack", part: "stack", shares: [17, 17, 0, 4] },
  { name: "Other dev", part: "other", shares: [1, 0, 1, 3] },
  { name: ".so mmap", part: "code", shares: [83, 7, 8, 330] },
  { name: ".jar mmap", part: "code", shares: [39, 0, 3, 213] },
  { name: ".apk mmap", part: "code", shares: [58, 0, 39, 27] },
  { name: ".ttf mmap", part: "code", shares: [2, 0, 0, 2] },
  { name: ".dex mmap", part: "code", shares: [11, 0, 9, 6] },
  { name: ".oat mmap", part: "code", shares: [5, 0, 0, 33] },
  { name: ".art mmap", part: "java", shares: [196, 184, 1, 130] },
  { name: "Other mmap", part: "other", shares: [1, 0, 0, 8] },
  { name: "GL mtrack", part: "graphics", shares: [137, 137, 0, 34] },
];

interface Row {
  readonly name: string;
  readonly part: Part;
  readonly pss: number;
  readonly dirty: number;
  readonly clean: number;
  readonly rss: number;
  readonly heap: readonly number[];
}

const cells = (name: string, values: readonly (string | number)[]): string =>
  `${name.padStart(13)} ${values.map((value) => String(value).padStart(8)).join(" ")}`;

const sumOf = (rows: readonly Row[], of: "pss" | "dirty" | "clean" | "rss"): number =>
  rows.reduce((sum, row) => sum + row[of], 0);

function rowsOf(process: Process): readonly Row[] {
  const { proportional, resident } = memoryOf(process);
  const share = (thousandths: number, of = proportional): number => Math.floor((of * thousandths) / 1000);
  const rows = categories.map(({ name, part, shares: [pss, dirty, clean, rss], heap = [] }): Row => {
    const proportionalPart = share(pss);
    const residentPart = Math.max(share(rss, resident), proportionalPart);
    const [size, allocated] = heap.map((one) => share(one));
    const heapCells =
      size === undefined || allocated === undefined ? [] : [size, allocated, size - allocated];
    return {
      ...{ name, part, pss: proportionalPart, dirty: share(dirty), clean: share(clean) },
      ...{ rss: residentPart, heap: heapCells },
    };
  });
  const pss = proportional - sumOf(rows, "pss");
  // What is left is what Android could not tell apart either; private, as nearly all of it is.
  const unknown: Row = {
    name: "Unknown",
    part: "other",
    pss,
    dirty: pss,
    clean: 0,
    rss: resident - sumOf(rows, "rss"),
    heap: [],
  };
  return [...rows, unknown];
}

function ofProcess(process: Process, device: VirtualDevice, isSummary: boolean): string {
  const rows = rowsOf(process);
  const heaps = [0, 1, 2].map((place) => rows.reduce((sum, { heap }) => sum + (heap[place] ?? 0), 0));
  const table = [
    cells("", ["Pss", "Private", "Private", "Swap", "Rss", "Heap", "Heap", "Heap"]),
    cells("", ["Total", "Dirty", "Clean", "Dirty", "Total", "Size", "Alloc", "Free"]),
    cells(
      "",
      Array.from({ length: 8 }, () => "------"),
    ),
    ...rows.map(({ name, pss, dirty, clean, rss, heap }) =>
      cells(name, [pss, dirty, clean, 0, rss, ...(heap.length > 0 ? heap : ["", "", ""])]),
    ),
    cells("TOTAL", [
      ...[sumOf(rows, "pss"), sumOf(rows, "dirty"), sumOf(rows, "clean"), 0, sumOf(rows, "rss")],
      ...heaps,
    ]),
  ];
  return [
    "",
    `** MEMINFO in pid ${process.pid} [${nameOf(process)}] **`,
    ...(isSummary ? [] : [...table, " "]),
    ...summary(rows),
    " ",
    ...objects(process, device),
    "",
  ].join("\n");
}

function summary(rows: readonly Row[]): readonly string[] {
  const of = (part: Part): readonly Row[] => rows.filter((row) => row.part === part);
  const privately = (some: readonly Row[]): number => sumOf(some, "dirty") + sumOf(some, "clean");
  const two = (label: string, left: string | number, right: string | number): string =>
    `${label.padStart(21)} ${String(left).padStart(8)} ${"".padStart(21)} ${String(right).padStart(8)}`;
  const line = (label: string, part: Part): string =>
    two(`${label}:`, privately(of(part)), sumOf(of(part), "rss"));
  const [pss, rss] = [sumOf(rows, "pss"), sumOf(rows, "rss")];
  const one = (label: string, value: number): string => `${label.padStart(21)} ${String(value).padStart(8)}`;
  return [
    " App Summary",
    two("", "Pss(KB)", "Rss(KB)"),
    two("", "------", "------"),
    line("Java Heap", "java"),
    line("Native Heap", "native"),
    line("Code", "code"),
    line("Stack", "stack"),
    line("Graphics", "graphics"),
    one("Private Other:", privately(of("other"))),
    one("System:", pss - privately(rows)),
    two("Unknown:", "", sumOf(of("other"), "rss")),
    " ",
    `${"TOTAL PSS:".padStart(21)} ${String(pss).padStart(8)} ${"TOTAL RSS:".padStart(21)} ${String(rss).padStart(8)} ${"TOTAL SWAP (KB):".padStart(21)} ${"0".padStart(8)}`,
  ];
}

function objects(process: Process, { activities }: VirtualDevice): readonly string[] {
  const shown = activities.tasks().filter(({ packageName }) => packageName === process.name).length;
  const pair = (left: string, count: number, right: string, other: number): string =>
    `${`${left}:`.padStart(21)} ${String(count).padStart(8)} ${`${right}:`.padStart(21)} ${String(other).padStart(8)}`;
  return [
    " Objects",
    pair("Views", shown * 48, "ViewRootImpl", shown),
    pair("AppContexts", shown + 4, "Activities", shown),
  ];
}
