import type { Command } from "commander";
import { type AuditFinding, auditFinding, missingEnds } from "../tasks/audit-findings.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { table } from "../terminal/table.ts";
import { json, out } from "../terminal/terminal.ts";
import { readSuite, type SuiteFlags, withSuiteTasks } from "./read-suite.ts";
import { runSuite } from "./run-suite.ts";
import { type SuiteFarmFlags, suiteFarm, withSuiteFarm } from "./suite-farm.ts";

type AuditOptions = SuiteFlags & SuiteFarmFlags;

export const suiteAuditCommand = (command: Command): Command =>
  withSuiteFarm(withSuiteTasks(command)).action(async (place: string | undefined, options: AuditOptions) => {
    process.exitCode = await audit(place, options);
    process.exit();
  });

/** 0: every task holds; 1: one is broken; 3: one could not be tried. */
async function audit(place: string | undefined, options: AuditOptions): Promise<number> {
  const lines = await readSuite(place, { ...options, audit: true });
  await using farm = await suiteFarm(options);
  const suite = { name: "audit", lines, isQuiet: options.json === true, ...options };
  const ended = await runSuite(farm.client, suite);
  if (ended === null) return exitCodes.interrupted;
  const ends = lines.map(({ taskId, variant = "" }) => ({ taskId, variant }));
  const findings = [...missingEnds(ends), ...ended.results.flatMap((result) => auditFinding(result) ?? [])];
  const tasks = new Set(ends.map(({ taskId }) => taskId)).size;
  if (options.json) json({ batchId: ended.batch.batchId, tasks, ends: ends.length, findings });
  else report(tasks, ends.length, findings);
  if (ended.results.length < lines.length) return exitCodes.error;
  if (findings.some(({ kind }) => kind === "broken")) return exitCodes.failed;
  return findings.length > 0 ? exitCodes.inconclusive : exitCodes.succeeded;
}

function report(tasks: number, ends: number, findings: readonly AuditFinding[]): void {
  const broken = new Set(findings.filter(({ kind }) => kind === "broken").map(({ taskId }) => taskId)).size;
  out(
    `${tasks} tasks, ${ends} ends tried: ${broken === 0 ? "no task is broken" : `${broken} tasks are broken`}`,
  );
  if (findings.length === 0) return;
  out("");
  table(
    ["task", "end", "", "finding"],
    findings.map(({ taskId, end, kind, message }) => [taskId, end, kind, message.slice(0, 300)]),
  );
}
