import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Command } from "commander";
import { readFarmFile } from "#local/farm-file.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { createApiClient } from "../../api-client.ts";
import { createBatchClient, findBatchId } from "../../batch/batch-client.ts";
import { handToBrowser, hasBrowser } from "../../browser.ts";
import { type ApiAddress, bearerOf } from "../../call-route.ts";
import { dirOption, findFarm } from "../../find-farm.ts";
import { jobIfThere } from "../../job-if-there.ts";
import { pageOfFile } from "../../report/page-of-file.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { out, plain, progress } from "../../terminal/terminal.ts";

interface OpenFlags {
  readonly dir: string;
  readonly print?: boolean;
}

export const openCommand = (command: Command): Command =>
  command
    .argument(
      "[job|batch|file]",
      "the job, batch (its name too), or exported zip, ATIF or trajectory to show",
    )
    .option("--print", "print the address instead of opening it")
    .option(...dirOption)
    .action(openConsole);

/** A browser asks for the page again when somebody reloads it. */
const shownMilliseconds = 3_600_000;

/** What is no id is a file: it is shown from its own page, which needs no farm and, with all its screens, goes with this command. */
async function openFile(file: string, print: boolean): Promise<void> {
  using interrupt = interruptSignal(() => {});
  const page = await pageOfFile(file);
  try {
    const opened = !print && (await handToBrowser(page));
    if (opened) progress(plain(`opened ${page}`));
    else out(page);
    progress("It is served until Ctrl-C, at most for an hour.");
    await delay(shownMilliseconds, undefined, { signal: interrupt.signal }).catch(() => {});
    process.exitCode = 0;
  } finally {
    await rm(path.dirname(page), { recursive: true, force: true });
  }
}

async function openConsole(id: string | undefined, { dir, print }: OpenFlags): Promise<void> {
  // An id is not a name that a file has, and what lies on the disk is meant before a batch of that name.
  const isId = id === undefined || JobId.safeParse(id).success;
  if (!isId && (!BatchName.safeParse(id).success || existsSync(id))) return openFile(id, print === true);
  const farm = await findFarm(dir);
  const page = new URL(id === undefined ? "/jobs" : await pathOf(id, farm), farm.apiUrl);
  // What is after `#` is never sent: the page takes it out of its address and keeps it while its tab is open.
  page.hash = `token=${await bearerOf(farm)}`;
  const opened = print === true ? false : await openInBrowser(page.href, dir);
  if (opened) progress(`opened ${page.origin}${page.pathname}`);
  else out(page.href);
}

/** A job and a batch have ids of one form: what there is is asked for. */
async function pathOf(named: string, farm: ApiAddress): Promise<string> {
  const isId = JobId.safeParse(named).success;
  if (isId && (await jobIfThere(createApiClient(farm), named)) !== null) return `/jobs/${named}`;
  if (isId) return `/batches/${named}`;
  return `/batches/${await findBatchId(createBatchClient(farm), named, "job, batch or file")}`;
}

/** Hands the browser a file that sends it on: every user of a machine sees the arguments of its processes. */
async function openInBrowser(address: string, dir: string): Promise<boolean> {
  if (!hasBrowser() || (await readFarmFile(dir)) === null) return false;
  const file = path.resolve(dir, "open.html");
  await writeFile(file, redirectTo(address), { mode: 0o600 });
  return handToBrowser(file);
}

/** An address has no character that means something in HTML but `&`. */
const redirectTo = (address: string): string =>
  `<!doctype html><meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url=${address.replaceAll("&", "&amp;")}">\n`;
