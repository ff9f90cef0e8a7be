import { type Command, Option } from "commander";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { everyItem } from "#shared/values/every-item.ts";
import type { ApiClient } from "../../api-client.ts";
import { findSource } from "../../export/find-source.ts";
import { farmClient } from "../../farm-client.ts";
import { withFarmFlags } from "../../find-farm.ts";
import { each, someText, valueBy } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { type ScanFinding, ScanRule, ScanSeverity } from "../../scan/scan.ts";
import { scanRules } from "../../scan/scan-rules.ts";
import { scanTrajectory } from "../../scan/scan-trajectory.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { list, table } from "../../terminal/table.ts";
import { cut, jsonList, out, progress } from "../../terminal/terminal.ts";

interface ScanOptions {
  readonly rule?: readonly ScanRule[];
  readonly failOn: ScanSeverity | "never";
  readonly limit: number;
  readonly rules?: boolean;
  readonly json?: boolean;
  readonly dir: string;
}

const ruleName = valueBy(ScanRule, `Give one of ${ScanRule.options.join(", ")}.`);

export const scanCommand = (command: Command): Command =>
  withFarmFlags(command, "print the findings as JSON")
    .argument("[job|batch...]", "ids, names or exported files (default: the newest jobs)", each(someText))
    .option("--rule <name>", "only this rule; repeatable", each(ruleName))
    .option("--limit <n>", "how many of the newest jobs to search", wholeNumber(1, 10_000), 100)
    .addOption(
      new Option("--fail-on <severity>", "exit with 1 at a finding of this severity or above")
        .choices([...ScanSeverity.options, "never"])
        .default("error"),
    )
    .option("--rules", "list the rules")
    .action(scan);

async function scan(named: readonly string[], options: ScanOptions): Promise<void> {
  if (options.rules) return listRules(options);
  const findings: ScanFinding[] = [];
  let jobs = 0;
  for await (const trajectory of trajectories(named, options)) {
    jobs += 1;
    findings.push(...scanTrajectory(trajectory, options.rule));
  }
  if (options.json) jsonList({ items: findings, ...{ jobs } });
  else report(jobs, findings);
  process.exitCode = failsOn(options.failOn, findings) ? exitCodes.failed : exitCodes.succeeded;
}

async function* trajectories(named: readonly string[], options: ScanOptions): AsyncGenerator<Trajectory> {
  for (const name of named) {
    const source = await findSource(name, {}, options.dir);
    for await (const { trajectory } of source.jobs()) yield trajectory;
  }
  if (named.length === 0) yield* newest(await farmClient(options.dir), options.limit);
}

async function* newest(api: ApiClient, limit: number): AsyncGenerator<Trajectory> {
  let left = limit;
  const pages = everyItem((cursor) =>
    api.jobs({ limit: 100, status: "finished", ...(cursor ? { cursor } : {}) }),
  );
  for await (const { jobId } of pages) {
    if (left === 0) return;
    left -= 1;
    yield api.trajectory(JobId.parse(jobId));
  }
}

function failsOn(severity: ScanOptions["failOn"], findings: readonly ScanFinding[]): boolean {
  if (severity === "never") return false;
  const worst = ScanSeverity.options.slice(0, ScanSeverity.options.indexOf(severity) + 1);
  return findings.some((finding) => worst.includes(finding.severity));
}

function listRules(options: Pick<ScanOptions, "json">): void {
  const items = ScanRule.options.map((rule) => {
    const { severity, words } = scanRules[rule];
    return { rule, severity, words };
  });
  list(options, { items }, ["rule", "severity", "looks for"], Object.values);
}

function report(jobs: number, findings: readonly ScanFinding[]): void {
  if (findings.length > 0) {
    const sorted = findings.toSorted(
      (one, other) =>
        ScanSeverity.options.indexOf(one.severity) - ScanSeverity.options.indexOf(other.severity),
    );
    table(
      ["severity", "rule", "job", "step", "found"],
      sorted.map(({ severity, rule, jobId, stepNumber, text }) => [
        severity,
        rule,
        jobId,
        stepNumber === undefined ? "" : String(stepNumber),
        cut(text, 100),
      ]),
    );
  } else out("No findings.");
  const counted = Map.groupBy(findings, ({ rule }) => rule);
  const words = [...counted].map(([rule, of]) => `${of.length} ${rule}`).join(", ");
  progress(`${jobs} ${jobs === 1 ? "job" : "jobs"} searched${words === "" ? "" : `: ${words}`}`);
}
