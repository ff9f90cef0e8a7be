import { type Command, Option } from "commander";
import { JobFilter, TimeWindow } from "#shared/contracts/api/job-filter.ts";
import type { JobPage } from "#shared/contracts/api/responses/job-response.ts";
import { isUnverified } from "#shared/rules/shown-outcome.ts";
import { farmClient } from "../../farm-client.ts";
import { someText } from "../../options/option-values.ts";
import { listPage, type PageFlags, withPageFlags } from "../../page-options.ts";
import { cellText } from "../../terminal/terminal.ts";

interface JobsOptions extends PageFlags, Partial<Record<Filter, string | true>> {
  readonly status?: string;
  readonly sort?: string;
}

type Filter = keyof JobFilter | keyof TimeWindow;
const filters = Object.keys({ ...JobFilter.shape, ...TimeWindow.shape }) as Filter[];

const choice = (flags: string, help: string, of: readonly string[]) => new Option(flags, help).choices(of);
const bool = ["true", "false"];
const kinds = JobFilter.shape.kind.unwrap().options;
const outcomes = JobFilter.shape.outcome.unwrap().options;

export const jobsCommand = (command: Command): Command => {
  withPageFlags(command)
    .addOption(choice("--status <status>", "only these", ["queued", "running", "finished"]))
    .addOption(choice("--outcome <outcome>", "only with this outcome", outcomes))
    .addOption(
      choice("--claim <claim>", "only with this claim of the agent", ["success", "infeasible", "none"]),
    )
    .option("--false-complete", "only where the agent claimed success and the checks failed")
    .option("--false-infeasible", "only where the agent gave up and all checks passed")
    .option("--already-satisfied", "only where all checks passed before the agent started")
    .option("--side-effects", "only with unexplained changes on the device")
    .addOption(
      choice("--kind <kind>", "only this kind; parts and single roles are listed only with it", kinds),
    )
    .addOption(choice("--claim-agrees <bool>", "only where claim and verdict agree, or differ", bool))
    .addOption(choice("--reviewed <bool>", "only with, or without, a person's verdict", bool))
    .action(listJobs);
  for (const [flags, help] of Object.entries(words)) command.option(flags, help, someText);
  return command;
};

/** Options that take any text: the API says what is wrong with it. */
const words = {
  "--error-code <code>": "only where this was the last error",
  "--device-id <device>": "only on this device",
  "--host-id <host>": "only of this host",
  "--app <package>": "only where this app was in front",
  "--tag <tag>": "only with this tag",
  "--batch-id <id>": "only of this batch",
  "--model <model>": "only with this model, or this variant of a batch",
  "--agent <agent>": "only with this kind of agent (builtin, external, human, …) or the agent of this name",
  "--search, --text <words>":
    "only with these words in the task, app, device, batch, tags, error code or reason",
  "--sort <field>":
    "by submitted, outcome, task, device, steps, duration, tokens or cost; with '-' before it, largest first",
  "--from <time>": "only from this time on, as 2026-01-31T00:00:00.000Z",
  "--to <time>": "only before this time",
};

async function listJobs(options: JobsOptions): Promise<void> {
  const api = await farmClient(options.dir);
  const { limit, cursor, status, sort } = options;
  const asked = filters.flatMap((name) =>
    options[name] === undefined ? [] : [[name, String(options[name])]],
  );
  const page = await api.jobs({
    limit,
    ...(cursor ? { cursor } : {}),
    ...(status ? { status } : {}),
    ...(sort ? { sort } : {}),
    ...Object.fromEntries(asked),
  });
  listPage("jobs", options, page, ["job", "outcome", "progress", "steps", "created (UTC)", "task"], row);
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
