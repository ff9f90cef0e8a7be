import { readFile } from "node:fs/promises";
import * as z from "zod";

const bytes = z.int().min(0).max(100_000_000);
const words = z.string().max(2_000);
/** No part of it is `.` or `..`. */
const belowSdcard = /^(?!(?:.*\/)?\.\.?(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;
const packageName = z.string().min(1).max(223);

/** What stands for the adb server itself where a phone's serial is asked for. */
export const SERVER = "server";

/** When a fault happens: at the commands that it is about, as adb's services name them (`shell:input tap 1 2`, `exec:screencap -p`, `sync:`). */
const when = {
  /** Only on this phone; absent: on each, counted by itself. `server`: at requests to the adb server itself (`host:devices`). */
  phone: z.string().max(100).optional(),
  /** A regular expression. */
  command: z.string().max(500).refine(isRegularExpression, "is no regular expression").default(""),
  /** So many such commands go well first. */
  after: z.int().min(0).default(0),
  /** At so many it happens; absent: at each. */
  times: z.int().min(1).optional(),
  /** Whether it happens then, by the seed. */
  probability: z.number().min(0).max(1).default(1),
};

/** A state of the phone lasts for this many commands, the one where it begins among them; absent: for ever. */
const lasting = { ...when, commands: z.int().min(1).optional() };
/** Absent from the list, or listed as unusable, for so long. */
const away = { ...when, milliseconds: z.int().min(1).max(3_600_000).default(5_000) };

const fault = <Name extends string, Shape extends z.core.$ZodLooseShape>(name: Name, shape: Shape) =>
  z.strictObject({ fault: z.literal(name), ...shape });

const wireFaults = [
  fault("hang", when),
  fault("drip", { ...when, bytesPerSecond: z.int().min(1).max(1_000_000).default(100) }),
  fault("reset", { ...when, afterBytes: bytes.default(8) }),
  fault("refuse", { ...when, text: words.default("closed") }),
  fault("cut", { ...when, afterBytes: bytes }),
  fault("cut-tail", { ...when, bytes }),
  fault("prefix", { ...when, text: words }),
  fault("flood", { ...when, bytes: bytes.default(10_000_000) }),
  fault("full-disk", { ...when, afterBytes: bytes.default(0) }),
] as const;

const adbFaults = [
  fault("offline", away),
  fault("unauthorized", away),
  fault("gone", away),
  fault("twin", away),
  fault("server-gone", away),
  fault("lost-list", when),
] as const;

const phoneFaults = [
  fault("flapping", { ...when, rounds: z.int().min(1).max(1_000).default(10) }),
  fault("reboot", when),
  fault("display-off", when),
  fault("app-crash", { ...when, package: packageName }),
  fault("app-anr", { ...when, package: packageName }),
  fault("system-anr", when),
  fault("app-dialog", { ...when, package: packageName, title: words.default("Rate us") }),
  fault("permission-dialog", { ...when, package: packageName, question: words.default("take pictures") }),
  fault("left-file", {
    ...when,
    path: z.string().max(200).regex(belowSdcard, "is no path below /sdcard"),
    text: words.default("left behind"),
  }),
] as const;

const stateFaults = [
  fault("install-refused", { ...lasting, reason: words.default("INSTALL_FAILED_INSUFFICIENT_STORAGE") }),
  fault("uninstall-refused", { ...lasting, package: packageName }),
  fault("never-idle", { ...lasting, milliseconds: z.int().min(0).max(60_000).default(10_000) }),
  fault("null-root", { ...lasting, dumps: z.int().min(1).default(1) }),
  fault("held-tree", lasting),
  fault("late-content", { ...lasting, dumps: z.int().min(1).default(1) }),
  fault("cut-dump", lasting),
  fault("huge-dump", { ...lasting, nodes: z.int().min(1).max(200_000).default(50_000) }),
  fault("hostile-text", lasting),
  fault("cut-picture", lasting),
  fault("empty-picture", lasting),
  fault("giant-picture", lasting),
  fault("noisy-picture", lasting),
  fault("secure-window", lasting),
  fault("frozen", lasting),
  fault("lost-characters", { ...lasting, every: z.int().min(1).default(3) }),
  fault("turned", { ...lasting, rotation: z.literal([1, 2, 3]).default(1) }),
  fault("unclearable", { ...lasting, package: packageName }),
  fault("no-network", lasting),
  fault("never-boots", lasting),
] as const;

export const ScriptedFault = z.discriminatedUnion("fault", [
  ...wireFaults,
  ...adbFaults,
  ...phoneFaults,
  ...stateFaults,
]);
export type ScriptedFault = z.infer<typeof ScriptedFault>;
/** Every fault that a script may name. */
export const faultNames: readonly string[] = ScriptedFault.options.map(({ shape }) => shape.fault.value);
export type WireFaultOfScript = z.infer<(typeof wireFaults)[number]>;
export type StateFault = z.infer<(typeof stateFaults)[number]>;

const namesOf = (faults: readonly { readonly shape: { readonly fault: { readonly value: string } } }[]) =>
  new Set(faults.map(({ shape }) => shape.fault.value));
const wireNames = namesOf(wireFaults);
const stateNames = namesOf(stateFaults);

export const isOnWire = (scripted: ScriptedFault): scripted is WireFaultOfScript =>
  wireNames.has(scripted.fault);
export const isState = (scripted: ScriptedFault): scripted is StateFault => stateNames.has(scripted.fault);

export const mostFaults = 1_000;

const FaultScript = z.strictObject({
  seed: z.int().min(0).max(4_294_967_295).default(1),
  faults: z.array(ScriptedFault).max(mostFaults),
});
export type FaultScript = z.infer<typeof FaultScript>;

/** @throws Error that names the file, NoFaultScript */
export async function readFaultScript(path: string): Promise<FaultScript> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new Error(`The fault script ${path} cannot be read.`, { cause });
  });
  return parseFaultScript(text);
}

/** @throws NoFaultScript */
export const parseFaultScript = (text: string): FaultScript => parse(FaultScript, text, "fault script");

/** One fault by itself. @throws NoFaultScript */
export const parseFault = (text: string): ScriptedFault => parse(ScriptedFault, text, "fault");

/** The message names each field that is wrong. */
export class NoFaultScript extends Error {}

function parse<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new NoFaultScript(`The ${what} is no JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path, message }) => `${z.core.toDotPath(path)}: ${message}`);
  throw new NoFaultScript(`The ${what} is not one: ${wrong.join("; ")}`);
}

function isRegularExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
