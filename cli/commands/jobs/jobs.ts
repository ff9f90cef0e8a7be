import { type Command, Option } from "commander";
import { JobFilter, TimeWindow } from "#shared/contracts/api/job-filter.ts";
import type { JobPage } from "#shared/contracts/api/responses/job-response.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { PageQuery } from "#shared/contracts/values/page.ts";
import { isUnverified } from "#shared/rules/shown-outcome.ts";
import { shellWord } from "#shared/text/shell-word.ts";
import { farmClient } from "../../farm-client.ts";
import { dirFlag, dirOption } from "../../find-farm.ts";
import { boundedBy, someText } from "../../options/option-values.ts";
import { table } from "../../terminal/table.ts";
import { cellText, jsonList, progress } from "../../terminal/terminal.ts";

interface JobsOptions extends Partial<Record<Filter, string | true>> {
  readonly dir: string;
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
  readonly json?: boolean;
}

type Filter = keyof JobFilter | keyof TimeWindow;
const filters = Object.keys({ ...JobFilter.shape, ...TimeWindow.shape }) as Filter[];

export const jobsCommand = (command: Command): Command =>
  command
    .option("--limit <n>", "how many", boundedBy(PageQuery.shape.limit.unwrap()), 20)
    .option("--cursor <cursor>", "go on where an earlier list ended", someText)
    .addOption(new Option("--status <status>", "only these").choices(["queued", "running", "finished"]))
    .addOption(new Option("--outcome <outcome>", "only with this outcome").choices(JobOutcome.options))
    .addOption(
      new Option("--claim <claim>", "only where the agent said so").choices([
        "success",
        "infeasible",
        "none",
      ]),
    )
    .option("--false-complete", "only where the agent claimed success and the device says no")
    .option("--false-infeasible", "only where the agent gave up and every check passed")
    .option("--already-satisfied", "only where every check passed before the agent started")
    .option("--side-effects", "only where something changed that nothing explains")
    .addOption(
      new Option(
        "--kind <kind>",
        "only these; parts of workflows and single roles are listed by it alone",
      ).choices(JobFilter.shape.kind.unwrap().options),
    )
    .addOption(
      new Option("--claim-agrees <bool>", "only where claim and verdict say the same, or do not").choices([
        "true",
        "false",
      ]),
    )
    .addOption(
      new Option("--reviewed <bool>", "only where a person gave a verdict, or did not").choices([
        "true",
        "false",
      ]),
    )
    .option("--error-code <code>", "only where this was the last error", someText)
    .option("--device-id <device>", "only on this device", someText)
    .option("--host-id <host>", "only of this host", someText)
    .option("--app <package>", "only where this app was in front", someText)
    .option("--tag <tag>", "only with this tag", someText)
    .option("--batch-id <id>", "only of this batch", someText)
    .option("--model <model>", "only with this model, or this variant of a batch", someText)
    .option(
      "--agent <agent>",
      "only with this kind of agent (builtin, external, human, …), or the one of this name",
      someText,
    )
    .option("--text <words>", "only where the task has these words", someText)
    .option("--from <time>", "only from this time on, as 2026-01-31T00:00:00.000Z", someText)
    .option("--to <time>", "only before this time", someText)
    .option("--json", "print the page as JSON")
    .option(...dirOption)
    .action(listJobs);

async function listJobs(options: JobsOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const { limit, cursor, status } = options;
  const asked = filters.flatMap((name) =>
    options[name] === undefined ? [] : [[name, String(options[name])]],
  );
  const page = await api.jobs({
    limit,
    ...(cursor ? { cursor } : {}),
    ...(status ? { status } : {}),
    ...Object.fromEntries(asked),
  });
  if (options.json) return jsonList(page);
  table(["job", "outcome", "progress", "steps", "created (UTC)", "task"], page.items.map(row));
  if (page.nextCursor) progress(`more: ${commandFor(options)} --cursor ${page.nextCursor}`);
}

function row(job: JobPage["items"][number]): string[] {
  const { outcome, verdict, falseComplete, progress: done, sideEffectCount = 0, source, roles, roleOf } = job;
  const unverified = isUnverified({ outcome, verdict });
  const notes = [
    source?.kind ?? "",
    roles === undefined ? "" : `${Object.keys(roles).length} roles`,
    roleOf?.role ?? "",
    unverified ? "unverified" : "",
    falseComplete ? "false claim" : "",
    sideEffectCount > 0 && !unverified
      ? `${sideEffectCount} side effect${sideEffectCount === 1 ? "" : "s"}`
      : "",
  ];
  const noted = notes.filter(Boolean).join(", ");
  const ended = outcome ?? (job.waiting === undefined ? job.status : "waiting");
  return [
    job.jobId,
    noted === "" ? ended : `${ended} (${noted})`,
    done === undefined ? "" : `${Math.round(done * 100)} %`,
    String(job.stepCount),
    job.createdAt.slice(0, 19).replace("T", " "),
    cellText(job.task),
  ];
}

/** The same list: a cursor is good for its own filter alone. */
function commandFor(options: JobsOptions): string {
  const flags = (["status", ...filters] as const).map((name) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    const value = options[name];
    return value === undefined ? "" : value === true ? ` ${flag}` : ` ${flag} ${shellWord(value)}`;
  });
  return `npx drover jobs${dirFlag(options.dir)}${flags.join("")}`;
}
