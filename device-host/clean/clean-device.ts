import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";
import { readDeviceContents } from "../judging/device-contents.ts";
import { appsToClear, cleanCommands } from "./clean-plan.ts";
import { uncoverHome } from "./cover-of-home.ts";
import { type DeviceBaseline, readWholeDevice, type WholeDevice } from "./device-baseline.ts";
import { deviceDifferences, leftovers } from "./device-differences.ts";

export interface CleanResult {
  readonly clean: boolean;
  /** What stayed, in a sentence; empty when clean. */
  readonly leftovers: string;
  /** What was found on the device at the end. */
  readonly contents: WholeDevice;
}

interface Cleaning {
  /** What the job's holder was seen in or opened. */
  readonly touched: Iterable<string>;
  readonly apiLevel: number;
  readonly clock: HostClock;
}

/** What providers hold is not read before the first, a setting that an app writes as it is stopped is seen after it. */
const rounds = 3;

/**
 * Brings the device back to its baseline and proves it: what counts is what a new look at the device finds, not what the
 * commands said. A look, the commands and a whole look when all goes well.
 */
export async function cleanDevice(
  adb: AdbDevice,
  baseline: DeviceBaseline,
  { touched, apiLevel, clock }: Cleaning,
): Promise<CleanResult> {
  let now = await readDeviceContents(adb);
  let found = deviceDifferences(now, baseline, null);
  let before = "";
  for (let round = 1; ; round += 1) {
    const clear = appsToClear(now, baseline, found, touched);
    const commands = cleanCommands(now, found, { baseline, clear, apiLevel });
    const results = await adb.write(commands, { deadlineMilliseconds: 60_000 });
    // `pm clear` is the one step whose effect no look can see.
    const kept = results.flatMap(({ code, output }, index) => {
      const [program, verb, target] = commands[index] ?? [];
      const isCleared = program !== "pm" || verb !== "clear" || (code === 0 && /Success/.test(output));
      return isCleared ? [] : [`data of ${target}`];
    });
    const whole = await readWholeDevice(
      adb,
      [...baseline.tables, ...baseline.large].map(({ source, columns }) => ({ uri: source, columns })),
    );
    now = whole;
    found = deviceDifferences(whole, baseline, whole);
    const { covers } = await uncoverHome(whole.windows, baseline.shown, { adb, clock });
    const left = [...leftovers(found), ...kept, ...covers];
    const said = left.slice(0, 10).join(", ").slice(0, 400);
    // What the same commands did not take away the second time stays.
    if (left.length === 0 || said === before || round === rounds)
      return { clean: left.length === 0, leftovers: said, contents: whole };
    before = said;
  }
}
