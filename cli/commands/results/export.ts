import { type Command, InvalidArgumentError, Option } from "commander";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { ExportFormat } from "#shared/contracts/result/export.ts";
import type { ExportOptions } from "../../export/export-options.ts";
import { withFarmFlags } from "../../find-farm.ts";
import { onlyWith } from "../../options/only-with.ts";
import { someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";

const ways = ["report", "site", "bundle", "video", ...ExportFormat.options] as const;
type Way = (typeof ways)[number];

const takenBy: Readonly<Record<string, readonly Way[]>> = {
  ...{ only: ExportFormat.options, agree: ExportFormat.options },
  ...{ maxSteps: ExportFormat.options, dedupe: ExportFormat.options },
  unredacted: ["site", "bundle", ...ExportFormat.options],
  full: ["report", "site"],
  json: ["video"],
};

function outcomes(value: string): readonly JobOutcome[] {
  return value.split(",").map((name) => {
    const parsed = JobOutcome.safeParse(name.trim());
    if (!parsed.success)
      throw new InvalidArgumentError(`Give one or more of ${JobOutcome.options.join(", ")}.`);
    return parsed.data;
  });
}

const way = (flags: string): Option => new Option(flags, "the format (docs/exports.md)").choices(ways);

export function exportCommand(command: Command): Command {
  command
    .argument(
      "<job|batch...>",
      "an ended job's id, a batch's name or id, or an exported .zip or .json; a site takes several",
    )
    .addOption(way("--as <format>"))
    .addOption(way("--format <format>").hideHelp())
    .option("-o, --out <file|folder>", "the output; without it text goes to stdout", someText)
    .option("--only <outcomes>", "only jobs with this outcome, for example succeeded", outcomes)
    .option("--agree", "only jobs whose claim and verdict agree")
    .option("--max-steps <n>", "only jobs with at most this many steps", wholeNumber(0, 100_000))
    .option("--dedupe", "of jobs with the same actions on the same screens, only the first")
    .option("--full", "with report and site: full-size pictures, and data stored by --debug")
    .option("--unredacted", "write texts with passwords, tokens, e-mail addresses or phone numbers too");
  return withFarmFlags(command, "with video: print the recordings as JSON, and write nothing").action(
    exportNamed,
  );
}

async function exportNamed(
  all: readonly string[],
  options: ExportOptions & { readonly as?: Way; readonly format?: Way },
  command: Command,
): Promise<void> {
  const as = options.as ?? options.format;
  if (as === undefined)
    throw new CommandFailure(exitCodes.usage, "The format is missing.", [
      `Give --as with one of ${ways.join(", ")}.`,
    ]);
  onlyWith(command, takenBy, as, (one) => `--as ${one}`);
  const [named = "", second] = all.map(someText);
  if (second !== undefined && as !== "site")
    throw new CommandFailure(exitCodes.usage, `The format ${as} takes one job or batch.`, [
      "Only --as site takes several.",
    ]);
  if (as === "report" || as === "site")
    return (await import("../../export/export-report.ts")).exportReport(as, all, options);
  if (as === "video") return (await import("../../export/save-video.ts")).saveVideo(named, options);
  await (await import("../../export/export-files.ts")).exportFiles(as, named, options);
}
