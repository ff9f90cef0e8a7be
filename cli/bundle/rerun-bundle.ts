import { farmClient } from "../farm-client.ts";
import type { FarmFlags } from "../find-farm.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { json, out, plain, progress } from "../terminal/terminal.ts";
import { type BundleDifference, resultsOf } from "./bundle-differences.ts";
import { checkAll, openBundle } from "./open-bundle.ts";
import { runBundle } from "./run-bundle.ts";

export interface BundleOptions extends FarmFlags {
  readonly verify?: boolean;
  readonly replay?: boolean;
  readonly trust?: boolean;
}

/** Repeats a bundle on this farm and says what differs; with `verify` it only checks the file, which needs no farm. */
export const rerunBundle = (file: string, options: BundleOptions): Promise<void> =>
  options.verify ? verify(file, options) : repeat(file, options);

async function verify(file: string, { json: asJson }: BundleOptions): Promise<void> {
  const opened = await openBundle(file);
  try {
    await checkAll(file, opened);
    const { bundle, run: held } = opened;
    const { generator, jobs } = bundle;
    if (asJson) return json({ generator, files: held.files.length, jobs: jobs.map(({ jobId }) => jobId) });
    out(
      plain(
        `${file} is intact: ${jobs.length} ${jobs.length === 1 ? "job" : "jobs"}, ${held.files.length} files, written by ${generator}`,
      ),
    );
  } finally {
    await opened.run.close();
  }
}

async function repeat(
  file: string,
  { replay = false, trust = false, json: asJson, dir }: BundleOptions,
): Promise<void> {
  const opened = await openBundle(file);
  try {
    await checkAll(file, opened);
    using interrupt = interruptSignal(() => progress("the jobs continue without this command"));
    const ran = await runBundle(opened, await farmClient(dir), { replay, trust, signal: interrupt.signal });
    const all = ran.jobs.flatMap(({ differences }) => differences);
    process.exitCode = all.some(({ what }) => resultsOf.includes(what)) ? 1 : 0;
    if (asJson) return json(ran);
    for (const difference of ran.farm) out(inWords(difference));
    for (const { jobId, repeatedBy, differences } of ran.jobs) {
      out(`${jobId} repeated by ${repeatedBy}: ${differences.length === 0 ? "the same" : "differs"}`);
      for (const difference of differences) out(`  ${inWords(difference)}`);
    }
  } finally {
    await opened.run.close();
  }
}

const inWords = ({ what, bundled, now }: BundleDifference): string =>
  plain(`${what}: ${bundled}, now ${now}`);
