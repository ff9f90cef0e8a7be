import type { RedactionReport } from "#shared/contracts/result/export.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { plain, progress } from "../terminal/terminal.ts";

const mostListed = 20;

const kindWords = {
  secret: ["password or other secret", "passwords or other secrets"],
  token: ["token", "tokens"],
  email: ["e-mail address", "e-mail addresses"],
  phone: ["phone number", "phone numbers"],
} as const satisfies Record<RedactionReport["findings"][number]["kind"], readonly [string, string]>;

const findingLines = ({ findings }: RedactionReport): readonly string[] => [
  ...findings
    .slice(0, mostListed)
    .map(({ kind, where, count }) =>
      plain(`${String(count).padStart(5)} ${kindWords[kind][count === 1 ? 0 : 1]} in ${where}`),
    ),
  ...(findings.length > mostListed ? [`and in ${findings.length - mostListed} other fields`] : []),
];

/** What was looked for and found: how often and where, never what. */
export function tellRedaction(report: RedactionReport): void {
  const { clean, maskedSecrets, pictures } = report;
  if (clean) progress("redaction: no passwords, tokens, e-mail addresses or phone numbers in texts");
  else for (const line of findingLines(report)) progress(`redaction: ${line.trim()}`);
  if (maskedSecrets > 0)
    progress(`redaction: ${counted(maskedSecrets, "place holds", "places hold")} a masked secret`);
  if (pictures > 0) progress(`redaction: ${counted(pictures, "picture was", "pictures were")} not read`);
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** `others`: how the command takes jobs that have none of it. */
export const notClean = (report: RedactionReport, others: string): CommandFailure =>
  new CommandFailure(
    exitCodes.usage,
    ["Nothing was written: texts may contain private data.", ...findingLines(report)].join("\n"),
    [`Give --unredacted to write it unchanged, or ${others}.`],
  );
