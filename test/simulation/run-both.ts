import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { interruptSignal } from "#cli/terminal/interrupt-signal.ts";
import { playForReal } from "./real/play-for-real.ts";
import { LeftOut } from "./real/start-stage.ts";
import { endsOf, type ScenarioCase, scenarios } from "./scenarios/scenarios.ts";
import { simulateScenarios } from "./scenarios/simulate-scenarios.ts";

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * `npm run simulate:both [-- --only "a host" --at-once 2]`: plays the scenarios whose names hold that in the simulator, and on a farm of real
 * processes on the real clock. Both must end as the table says.
 */
const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, "at-once": { type: "string", default: "3" } },
});

const second = 1_000;
using interrupt = interruptSignal(() => say("stopping"));

/** How its jobs ended; in words why not. @throws LeftOut */
const endsIn = (jobs: Promise<Parameters<typeof endsOf>[0]>): Promise<Record<string, number> | string> =>
  jobs.then(endsOf, (error: unknown) => {
    if (error instanceof LeftOut) throw error;
    return String(error);
  });

/** Says whether both ends are as expected. What a farm wrote is kept when it did not end so. @throws LeftOut */
async function areAlike(name: string, given: ScenarioCase): Promise<boolean> {
  const dir = mkdtempSync(path.join(tmpdir(), "drover-both-"));
  const began = performance.now();
  const said: string[] = [];
  const watcher = { signal: interrupt.signal, report: (line: string) => said.push(line) };
  let mayGo = true;
  try {
    const real = await endsIn(playForReal(given, dir, watcher));
    if (watcher.signal.aborted) return false;
    const simulated = await endsIn(simulateScenarios([given], dir).then(([report]) => report?.jobs ?? []));
    mayGo = [real, simulated].every((ends) => isDeepStrictEqual(ends, given.expected));
    const told = Object.entries({ simulated, real, expected: given.expected });
    const ends = told.map(([which, end]) => `${which} ${JSON.stringify(end)}`).join(", ");
    if (mayGo) say(`same  ${name} in ${Math.round((performance.now() - began) / second)} s`);
    else say([`DIFFERS ${name}: ${ends}; its files are in ${dir}`, ...said].join("\n  "));
    return mayGo;
  } finally {
    if (mayGo) rmSync(dir, { recursive: true, force: true });
  }
}

const left = Object.entries<ScenarioCase>(scenarios).filter(([name]) => name.includes(values.only));
let [played, alike] = [0, 0];

/** Takes one scenario after the other, as long as there are any. */
async function compareInTurn(): Promise<void> {
  for (let next = left.shift(); next !== undefined && !interrupt.signal.aborted; next = left.shift()) {
    const [name, given] = next;
    played += 1;
    try {
      if (await areAlike(name, given)) alike += 1;
    } catch (error) {
      const isLeftOut = error instanceof LeftOut;
      if (isLeftOut) played -= 1;
      // Whatever it was, the other farms are to be stopped in order.
      say(isLeftOut ? `left out ${name}: ${error.message}` : `DIFFERS ${name}: ${error}`);
    }
  }
}

await Promise.all(Array.from({ length: Number(values["at-once"]) }, compareInTurn));
say(`${alike} of ${played} scenarios end alike both ways`);
if (alike < played || played === 0) process.exitCode ??= 1;
