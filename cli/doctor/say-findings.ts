import { coloured } from "../terminal/colour.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { jsonList, out, plain } from "../terminal/terminal.ts";
import type { Finding } from "./finding.ts";

/** Prints what checks found; the command fails when one failed. */
export function sayFindings(findings: readonly Finding[], asJson = false): void {
  if (asJson) jsonList({ items: findings });
  else for (const finding of findings) print(finding);
  if (findings.some((finding) => finding.status === "fail")) process.exitCode = exitCodes.error;
}

function print(finding: Finding): void {
  out(`${coloured(finding.status.padEnd(5))} ${finding.check.padEnd(13)} ${plain(finding.detail)}`);
  if (finding.remedy) out(`${" ".repeat(20)}${finding.remedy}`);
}
