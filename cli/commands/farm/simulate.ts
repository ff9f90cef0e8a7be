import { type Command, InvalidArgumentError } from "commander";
import { type WorkKind, workKinds } from "#simulation/farm/workload.ts";
import { type FaultKind, faultKinds } from "#simulation/faults/fault-log.ts";
import type { Scenario } from "#simulation/scenario.ts";
import type { SimulationOptions, SimulationReport } from "#simulation/simulation-report.ts";
import { deviceProfileOption } from "../../options/device-profile-options.ts";
import { readJsonFile } from "../../options/read-json-file.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { json, jsonList, out } from "../../terminal/terminal.ts";

interface SimulateFlags extends Omit<SimulationOptions, "scenario"> {
  readonly scenario?: readonly unknown[];
  readonly json?: boolean;
}

const mostJobs = 100_000;
const mostDevices = 500;

const someOf =
  <Kind extends string>(all: readonly Kind[], what: string) =>
  (value: string): readonly Kind[] => {
    if (value === "all") return all;
    if (value === "none") return [];
    return value.split(",").map((name) => {
      const kind = all.find((one) => one === name);
      if (kind === undefined)
        throw new InvalidArgumentError(
          `'${name}' is no ${what}. Use all, none, or some of ${all.join(",")}.`,
        );
      return kind;
    });
  };

function numbers(value: string): ReadonlySet<number> {
  if (!/^\d+(,\d+)*$/.test(value))
    throw new InvalidArgumentError(`'${value}' is no list of numbers. Write it as 3,7,12.`);
  return new Set(value.split(",").map(Number));
}

function time(value: string): number {
  const parts = /^(\d{1,3}):(\d{2}):(\d{2})$/.exec(value)?.slice(1).map(Number);
  if (parts === undefined) throw new InvalidArgumentError(`'${value}' is no time. Write it as 00:14:03.`);
  const [hours = 0, minutes = 0, seconds = 0] = parts;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

export const simulateCommand = (command: Command): Command =>
  command
    .option(
      "--seed <number>",
      "what everything by chance follows from",
      wholeNumber(0, Number.MAX_SAFE_INTEGER),
      1,
    )
    .option("--jobs <count>", "how many jobs are submitted", wholeNumber(1, mostJobs), 20)
    .option("--devices <count>", "how many virtual phones there are", wholeNumber(1, mostDevices), 5)
    .option(
      "--faults <kinds>",
      `what goes wrong: all, none, or some of ${faultKinds.join(",")}`,
      someOf<FaultKind>(faultKinds, "fault"),
      [],
    )
    .option(
      "--work <kinds>",
      `what is asked of the farm: all, or some of ${workKinds.join(",")}`,
      someOf<WorkKind>(workKinds, "work"),
      workKinds,
    )
    .option(
      "--scenario <files...>",
      "JSON with work and faults that take the place of what a seed draws; of several files, one after the other",
      (file: string, others: readonly unknown[] = []) => [...others, readJsonFile(file)],
    )
    .addOption(deviceProfileOption())
    .option("--without <numbers>", "faults of the seed that do not happen, such as 3,7,12", numbers)
    .option("--until <time>", "stop at a simulated time, such as 00:14:03", time)
    .option("--show <job>", "print a job's record, steps, history and log lines")
    .option("--json", "print the report as JSON")
    .action(async (flags: SimulateFlags) => {
      const { playScenarios, runSimulation } = await import("#simulation/run-simulation.ts");
      const { json: asJson = false, scenario: given, ...options } = flags;
      const reports =
        given === undefined
          ? [await runSimulation(options)]
          : await playScenarios(options, await asScenarios(given));
      if (asJson && given !== undefined) jsonList({ items: reports });
      else for (const report of reports) tell(report, asJson);
      const isAllTrue = reports.every(({ violations }) => violations.length === 0);
      // What the simulated farm had open ends with this process.
      process.exit(isAllTrue ? exitCodes.succeeded : exitCodes.failed);
    });

/** @throws CommandFailure with the field of the first that is none */
async function asScenarios(given: readonly unknown[]): Promise<readonly Scenario[]> {
  const { Scenario } = await import("#simulation/scenario.ts");
  return given.map((one, at) => {
    const { data, error } = Scenario.safeParse(one);
    if (data !== undefined) return data;
    const [{ path, message } = { path: [], message: "" }] = error.issues;
    const field = path.map(String).join(".") || "the file";
    throw new CommandFailure(exitCodes.usage, `File ${at + 1} of --scenario: ${field}: ${message}.`);
  });
}

function tell(report: SimulationReport, asJson: boolean): void {
  if (asJson) json(report);
  else for (const line of linesOf(report)) out(line);
}

const clock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(11, 23);

function linesOf({ outcomes, violations, faults, shown, ...report }: SimulationReport): readonly string[] {
  const ended = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome}`);
  return [
    ...shown,
    `Seed ${report.seed}: ${ended.join(", ") || "no jobs"}; hash ${report.hash}`,
    `${report.simulatedSeconds} simulated seconds in ${report.cpuSeconds} seconds of CPU: ${report.deviceHoursPerCpuMinute} device-hours per CPU minute`,
    ...(violations.length === 0 ? [] : ["", "What went wrong (the faults by their numbers, for --without):"]),
    ...(violations.length === 0
      ? []
      : faults.map(({ number, at, kind, what }) => `  ${number}  ${clock(at)}  ${kind}: ${what}`)),
    ...violations.map(({ at, invariant, what }) => `${clock(at)}  not true: ${invariant}. ${what}`),
  ];
}
