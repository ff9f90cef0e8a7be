import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { cut, out, plain } from "../terminal/terminal.ts";

type Board = DroverApi["getRoles"]["response"];

const longestText = 200;
const pad = " ".repeat(13);

/** Each role with how it stands, and what they told each other, for people. */
export function reportRoles({ roles, entries, over }: Board): void {
  out("");
  for (const { role, jobId, state, waiting, outcome, reason } of roles) {
    const how = outcome ?? (waiting === undefined ? state : `waits for "${waiting.key}"`);
    out(plain(`role ${role}: ${how}${reason === undefined ? "" : `: ${reason}`}`));
    out(`${pad}drover show ${jobId}`);
  }
  if (over !== undefined) out(plain(`ended: ${over.detail}`));
  for (const { key, text, from, to, at } of entries)
    out(
      plain(
        `${at.slice(11, 19)}  ${from} told ${to ?? "all"} "${key}": ${cut(text.replaceAll(/\s+/g, " "), longestText)}`,
      ),
    );
}
