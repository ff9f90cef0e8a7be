import { access, constants } from "node:fs/promises";
import { arch, platform, release } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { hostService, listAttachedDevices } from "#device-host/adb/host-service.ts";
import type { AdbEndpoint } from "#device-host/adb/single-connection.ts";
import type { DeepReport, PartFinding } from "#shared/contracts/device/deep-report.ts";
import packageFile from "../../../package.json" with { type: "json" };
import { because } from "../../terminal/because.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { json, out, plain, progress } from "../../terminal/terminal.ts";
import { deepDoctor } from "./deep-doctor.ts";
import { partTexts } from "./deep-findings.ts";
import { withoutSerial, writeReport } from "./deep-report-file.ts";

export interface DeepCommandOptions {
  readonly json?: boolean;
  readonly serial?: string;
  readonly yes?: boolean;
  /** False: --no-reboot. */
  readonly reboot: boolean;
  readonly report: string;
  readonly recordAdb?: string;
}

/** `drover hosts doctor --deep`: tries one device, writes the report, fails when a part failed. */
export async function deepCommand(adb: AdbEndpoint, options: DeepCommandOptions): Promise<void> {
  const device = await chosenDevice(adb, options.serial);
  await requireWritable("--report", `${options.report}.md`);
  if (options.recordAdb !== undefined) await requireWritable("--record-adb", options.recordAdb);
  await consent(device.serial, options);
  using interrupt = interruptSignal(() =>
    progress("stopping: the device is being cleaned; Ctrl-C again ends at once"),
  );
  const [startedAt, started] = [new Date().toISOString(), performance.now()];
  const found = await deepDoctor({
    adb,
    device,
    reboots: options.reboot,
    transcript: options.recordAdb,
    drover: packageFile.version,
    interrupt: interrupt.signal,
    onFound: (finding) => progress(findingLine(withoutSerial(finding, device.serial))),
  });
  const whole: DeepReport = {
    schemaVersion: 1,
    drover: packageFile.version,
    startedAt,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    machine: `${platform()} ${release()} ${arch()}, Node ${process.version}`,
    ...found,
  };
  const report = withoutSerial(whole, device.serial);
  const files = await writeReport(options.report, report);
  if (options.json) json(report);
  else out(`Report: ${files.join(" and ")}. Read it before you attach it to an issue.`);
  if (options.recordAdb !== undefined)
    progress(
      `Transcript: ${plain(options.recordAdb)}. It has the texts that screens showed: read it before you send it to anybody.`,
    );
  if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
  else if (found.parts.some(({ kind }) => kind === "failed")) process.exitCode = exitCodes.failed;
}

const findingLine = ({ part, kind, seconds, seen, ...rest }: PartFinding): string =>
  plain(
    `${kind.padEnd(12)} ${partTexts[part].title.padEnd(21)} ${seconds.toFixed(1).padStart(5)} s  ${seen}`,
  ) + ("remedy" in rest ? `\n${" ".repeat(44)}${plain(rest.remedy)}` : "");

/** @throws CommandFailure that names the devices there are */
async function chosenDevice(adb: AdbEndpoint, serial: string | undefined) {
  const where = `the adb server at ${adb.host}:${adb.port}`;
  const [listed, text] = await Promise.all([
    listAttachedDevices(adb),
    hostService(adb, "host:devices-l"),
  ]).catch((error: unknown) => {
    throw new CommandFailure(exitCodes.noFarm, `${where} does not reply: ${because(error)}.`, [
      "Start it with 'adb start-server', or virtual phones with 'drover phones --port 5037'.",
    ]);
  });
  const names = listed.map((one) => plain(one.serial));
  const wanted = serial ?? (listed.length === 1 ? listed[0]?.serial : undefined);
  if (wanted === undefined || listed.filter((one) => one.serial === wanted).length !== 1) {
    const problem =
      serial === undefined
        ? `${where} has ${listed.length} devices`
        : `${where} has no one device '${serial}'`;
    const remedy =
      names.length === 0 ? "Connect a device." : `Give one of these with --serial: ${names.join(", ")}.`;
    throw new CommandFailure(exitCodes.usage, `${problem}.`, [remedy]);
  }
  const line = text.split("\n").find((one) => one.startsWith(`${wanted} `)) ?? "";
  return { serial: wanted, listed: line.slice(wanted.length).trim().slice(0, 500) };
}

/** @throws CommandFailure when nobody agreed */
async function consent(serial: string, { yes, reboot }: DeepCommandOptions): Promise<void> {
  progress(`The deep check of ${plain(serial)} takes up to five minutes. It
- opens Settings, types into its search field and records the screen;
- cleans the device as after a job: it CLEARS THE DATA of the apps in the overview (recent apps) and of those that it opened;
- takes a snapshot and restores it, where the device has snapshots;${reboot ? "\n- restarts the device (not with --no-reboot)." : ""}`);
  if (yes === true) return;
  if (process.stdin.isTTY !== true)
    throw new CommandFailure(exitCodes.usage, "Nobody is there to agree to that.", [
      "Give --yes if you agree.",
    ]);
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    if (/^y(es)?$/i.test((await asking.question("Go on? [y/N] ")).trim())) return;
  } finally {
    asking.close();
  }
  throw new CommandFailure(exitCodes.cancelled, "Nothing was done.");
}

/** Its folder: nothing is written before somebody agreed. */
async function requireWritable(option: string, file: string): Promise<void> {
  await access(path.dirname(path.resolve(file)), constants.W_OK).catch((cause: unknown) => {
    throw new CommandFailure(exitCodes.usage, `${option}: ${file} cannot be written: ${because(cause)}.`, [
      "Give a path in a folder that you may write to.",
    ]);
  });
}
