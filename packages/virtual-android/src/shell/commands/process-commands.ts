import { quotedText } from "../language/expand-parameter.ts";
import { signalNumber } from "../language/signals.ts";
import { processesOf } from "../process-table.ts";
import {
  absolutePath,
  type CommandContext,
  CommandFailure,
  childShellState,
  type ShellCommand,
} from "../shell-session.ts";
import { readAll } from "../streams.ts";
import { builtinOptions, shellFailure } from "./builtins/builtin-options.ts";

/** `wait [PID…]`: of all jobs, or the exit code of the last that is named. */
export const wait: ShellCommand = async (context) => {
  const { operands } = builtinOptions(context, "");
  const { jobs } = context.state;
  if (operands.length === 0) {
    await Promise.all(jobs.map(({ ended }) => ended));
    jobs.splice(0);
    return 0;
  }
  let status = 127;
  for (const operand of operands) {
    const job = jobNamed(operand, context);
    status = job === undefined ? 127 : await job.ended;
  }
  return status;
};

const jobNamed = (operand: string, { state }: CommandContext) =>
  operand.startsWith("%")
    ? state.jobs[operand === "%%" || operand === "%+" ? state.jobs.length - 1 : Number(operand.slice(1)) - 1]
    : state.jobs.find(({ pid }) => String(pid) === operand);

export const jobs: ShellCommand = (context) => {
  const { flags } = builtinOptions(context, "lp");
  for (const [index, { pid, text, status }] of context.state.jobs.entries()) {
    const state = status === null ? "Running" : status === 0 ? "Done" : `Exit ${status}`;
    if (flags.has("p")) context.stdout.write(`${pid}\n`);
    else
      context.stdout.write(
        `[${index + 1}] ${index === context.state.jobs.length - 1 ? "+" : " "} ${flags.has("l") ? `${pid} ` : ""}${state.padEnd(20)} ${text}\n`,
      );
  }
  return 0;
};

/** `trap COMMAND SIGNAL…`, `trap - SIGNAL…`, `trap`. */
export const trap: ShellCommand = (context) => {
  const { traps } = context.state;
  const { operands } = builtinOptions(context, "");
  const [command, ...names] = operands;
  if (command === undefined) {
    context.stdout.write(
      [...traps].map(([name, text]) => `trap -- '${text.replaceAll("'", "'\\''")}' ${name}\n`).join(""),
    );
    return 0;
  }
  let status = 0;
  for (const given of names.length === 0 ? [command] : names) {
    const name = given === "0" ? "EXIT" : given.toUpperCase().replace(/^SIG/, "");
    const known = name === "EXIT" || name === "ERR" || (signalNumber(name) !== null && !/^\d+$/.test(name));
    if (!known || name === "KILL" || name === "STOP") {
      context.stderr.write(`/system/bin/sh: trap: bad signal: ${given}\n`);
      status = 1;
    } else if (names.length === 0 || command === "-") traps.delete(name);
    else traps.set(name, command);
  }
  return status;
};

/** `kill [-SIGNAL] PID…`: jobs, shells and apps; Android's own processes stay. */
export const kill: ShellCommand = async (context) => {
  const [first = "", ...others] = context.args;
  const isList = first === "-l";
  const given = /^-/.test(first) && first !== "--" ? first.slice(1) : null;
  const isNamed = given === "s" || given === "n";
  const signal = given === null ? 15 : signalNumber(isNamed ? (others[0] ?? "") : given);
  if (isList) {
    context.stdout.write("HUP INT QUIT KILL USR1 USR2 PIPE ALRM TERM CONT STOP\n");
    return 0;
  }
  if (signal === null) throw shellFailure(context, `bad signal: ${isNamed ? (others[0] ?? "") : given}`);
  const targets = given === null ? context.args : others.slice(isNamed ? 1 : 0);
  if (targets.length === 0)
    throw shellFailure(context, "usage: kill [-s signame | -signum | -signame] { job | pid | pgrp } ...");
  let status = 0;
  for (const target of targets) {
    const pid = target.startsWith("%") ? String(jobNamed(target, context)?.pid ?? "") : target;
    const refusal = await signalled(pid, signal, context);
    if (refusal === null) continue;
    context.stderr.write(`/system/bin/sh: kill: ${target}: ${refusal}\n`);
    status = 1;
  }
  return status;
};

/** Null when it was done. */
async function signalled(pid: string, signal: number, { device }: CommandContext): Promise<string | null> {
  if (!/^\d+$/.test(pid)) return "Invalid argument";
  const process = processesOf(device)
    .list()
    .find((one) => String(one.pid) === pid);
  if (process !== undefined) {
    if (signal !== 0) process.signal(signal);
    return null;
  }
  const app = device.activities.running().find((one) => String(one.pid) === pid);
  if (app !== undefined && signal !== 0) await device.activities.forceStop(app.packageName);
  return app === undefined ? "No such process" : null;
}

const timeUnits: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

export function secondsOf(text: string): number | null {
  const [, number, unit = ""] = /^(\d+\.?\d*|\.\d+)([smhd]?)$/.exec(text) ?? [];
  return number === undefined ? null : Number(number) * (timeUnits[unit] ?? 1);
}

/** `timeout SECONDS COMMAND…`: 124 when the command did not end in time. */
export const timeout: ShellCommand = async (context) => {
  const { options, operands } = timeoutOptions(context);
  const [duration, ...words] = operands;
  if (duration === undefined || words.length === 0)
    throw new CommandFailure('timeout: Needs 2 arguments (see "timeout --help")', 125);
  const seconds = secondsOf(duration);
  if (seconds === null) throw new CommandFailure(`timeout: not a number '${duration}'`, 125);
  const signal = signalNumber(options.get("s") ?? "TERM");
  if (signal === null) throw new CommandFailure(`timeout: bad -s '${options.get("s")}'`, 125);
  const stop = new AbortController();
  const ended = new AbortController();
  const { surroundings } = context;
  const hangUp = AbortSignal.any([surroundings.hangUp, stop.signal]);
  const streams = {
    stdout: untilAborted(context.stdout, stop.signal),
    stderr: untilAborted(context.stderr, stop.signal),
  };
  const running = context.runCommand(words, { hangUp, streams });
  const late = surroundings
    .sleep(seconds * 1000, AbortSignal.any([surroundings.hangUp, ended.signal]))
    .then(() => "late" as const)
    .catch(() => running);
  const status = seconds === 0 ? await running : await Promise.race([running, late]);
  ended.abort();
  if (status !== "late") return status;
  stop.abort(signal);
  if (options.has("v")) context.stderr.write(`timeout: sent signal ${options.get("s") ?? "TERM"}\n`);
  return signal === 9 ? 137 : 124;
};

function timeoutOptions(context: CommandContext) {
  const options = new Map<string, string>();
  const rest = [...context.args];
  while (/^-./.test(rest[0] ?? "")) {
    const word = rest.shift() ?? "";
    if (word === "--") break;
    const match = /^-([ks])(.*)$|^-(v)$/.exec(word);
    if (match === null)
      throw new CommandFailure(
        `timeout: Unknown option '${word.replace(/^--?/, "")}' (see "timeout --help")`,
        125,
      );
    options.set(match[1] ?? match[3] ?? "", match[3] === undefined ? match[2] || (rest.shift() ?? "") : "");
  }
  return { options, operands: rest };
}

const untilAborted = (output: CommandContext["stdout"], signal: AbortSignal): CommandContext["stdout"] => ({
  write: (data) => {
    if (!signal.aborted) output.write(data);
  },
  drained: () => output.drained(),
});

/** `nohup COMMAND…`: nothing hangs it up here but the end of its client. */
export const nohup: ShellCommand = (context) => {
  if (context.args[0]?.startsWith("-") === true)
    throw new CommandFailure(`nohup: Unknown option '${context.args[0].slice(1)}' (see "nohup --help")`);
  if (context.args.length === 0) throw new CommandFailure('nohup: Needs 1 argument (see "nohup --help")');
  return context.runCommand(context.args);
};

/** `sh [-eux] [-c SCRIPT [NAME [ARGUMENT…]] | FILE [ARGUMENT…]]`: its own shell. */
export const sh: ShellCommand = async (context) => {
  const { flags, operands } = builtinOptions({ ...context, name: "sh" }, "ceuxfas");
  const [first, ...rest] = operands;
  const isCommand = flags.has("c");
  if (isCommand && first === undefined) throw shellFailure(context, "-c: requires an argument");
  const readsInput = !isCommand && (first === undefined || flags.has("s"));
  const name = isCommand ? rest[0] : readsInput ? undefined : first;
  const state = childShellState(context.state, name ?? context.name);
  state.arguments = isCommand ? rest.slice(1) : readsInput ? operands : rest;
  for (const [letter, option] of [
    ["e", "errexit"],
    ["u", "nounset"],
    ["x", "xtrace"],
    ["f", "noglob"],
    ["a", "allexport"],
  ] as const)
    if (flags.has(letter)) state.options.add(option);
  const text = isCommand
    ? first
    : readsInput
      ? (await readAll(context.stdin)).toString("utf8")
      : scriptOf(first ?? "", context);
  return context.runShellScript(text ?? "", state, { ...context });
};

function scriptOf(path: string, context: CommandContext): string {
  const file = absolutePath(context, path);
  const { files } = context.surroundings;
  if (files.find(file) === null)
    throw new CommandFailure(`/system/bin/sh: can't open '${path}': No such file or directory`, 127);
  return files.read(file).toString("utf8");
}

/** `su [USER] [-c COMMAND | COMMAND…]`: the phone's shell is root already; other users are refused. */
export const su: ShellCommand = (context) => {
  const [user, ...words] = context.args;
  const isRoot = user === "root" || user === "0";
  if (user !== undefined && !isRoot && user !== "-c" && !/^\/|^[a-z]+$/.test(user))
    throw new CommandFailure(`su: invalid uid/gid '${user}'`);
  if (!isRoot && user !== undefined && user !== "-c")
    throw new CommandFailure(`su: user '${user}' is not supported by this virtual phone`);
  const rest = isRoot ? words : context.args;
  const line = rest[0] === "-c" ? rest.slice(1).join(" ") : rest.map(quotedText).join(" ");
  if (line === "" && rest.length > 0) throw new CommandFailure("su: missing command");
  return rest.length === 0 ? 0 : context.runShellScript(line, childShellState(context.state), { ...context });
};
