import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import packageFile from "../../package.json" with { type: "json" };
import { openRunFile } from "../run-file/open-run-file.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain } from "../terminal/terminal.ts";
import { fileReportSource } from "./file-report-source.ts";
import { writeOneFile } from "./write-one-file.ts";

/** A page, in a folder that only its user can read, with all that is in an exported file. */
export async function pageOfFile(file: string): Promise<string> {
  if ((await stat(file).catch(() => null)) === null) {
    throw new CommandFailure(exitCodes.usage, plain(`There is no job, batch or file '${file}'.`), [
      "See the jobs there are: drover jobs, drover batch list",
    ]);
  }
  const run = await openRunFile(file);
  const folder = await mkdtemp(path.join(tmpdir(), "drover-open-"));
  try {
    const page = path.join(folder, "report.html");
    const jobs = await writeOneFile(page, fileReportSource(run), {
      title: path.basename(path.resolve(file)),
      version: packageFile.version,
      madeAt: new Date().toISOString(),
      full: true,
    });
    if (jobs === 0) throw new CommandFailure(exitCodes.usage, plain(`${file} has no job in it.`));
    return page;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  } finally {
    await run.close();
  }
}
