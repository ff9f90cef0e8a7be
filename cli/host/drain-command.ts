import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import * as z from "zod";
import { wholeNumber } from "../options/whole-number.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { out, progress } from "../terminal/terminal.ts";
import { type HostFile, readHostFile } from "./host-file.ts";
import { hostOptions } from "./host-options.ts";

const Health = z.object({ held: z.int() });
const pollMilliseconds = 500;

/** For one that systemd or launchd runs as well: it ends as it should, and is not started again. */
export const drainCommand = (command: Command): Command =>
  command
    .addOption(hostOptions.dir())
    .option(
      "--minutes <n>",
      "return unfinished jobs to the queue after this time",
      wholeNumber(0, 1_440),
      120,
    )
    .action(drain);

async function drain({ dir, minutes }: { readonly dir: string; readonly minutes: number }): Promise<void> {
  const host = await readHostFile(dir);
  if (host === null)
    throw new CommandFailure(exitCodes.usage, `No host runs on ${dir}.`, [
      "Give its directory with --dir. An installed host uses /var/lib/drover/host-0, or ~/.drover/host-0.",
      "The host of 'drover up' ends with its farm.",
    ]);
  using interrupt = interruptSignal(() => progress("the host keeps draining by itself"));
  let held = await call(host, "POST", "/drain", { patienceSeconds: minutes * 60 });
  progress(`${host.hostId} takes no more jobs; devices with a job: ${held ?? 0}`);
  while (held !== null && !interrupt.signal.aborted) {
    await sleep(pollMilliseconds, undefined, { signal: interrupt.signal }).catch(() => undefined);
    const now = await call(host, "GET", "/health");
    if (now !== null && now !== held) progress(`devices with a job: ${now}`);
    held = now;
  }
  // It answers nothing any more a moment before it is gone.
  while (!interrupt.signal.aborted && (await readHostFile(dir)) !== null)
    await sleep(pollMilliseconds / 5, undefined, { signal: interrupt.signal }).catch(() => undefined);
  if (!interrupt.signal.aborted) out(`${host.hostId} has ended`);
}

/** How many devices have a job; null: it does not answer any more. */
async function call(
  { url, token }: HostFile,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<number | null> {
  const answer = await fetch(new URL(path, url), {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => null);
  if (answer === null) return null;
  if (!answer.ok)
    throw new CommandFailure(exitCodes.error, `The host refused with ${answer.status}.`, [
      await answer.text(),
    ]);
  return Health.parse(await answer.json()).held;
}
