import type { Command } from "commander";
import type { LiveLinkResponse } from "#shared/contracts/api/responses/live-response.ts";
import { LiveLinkId } from "#shared/contracts/session/live-link.ts";
import { type FarmFlags, findFarm } from "../find-farm.ts";
import { someText, valueBy } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { createSessionClient } from "../session-client.ts";
import { list } from "../terminal/table.ts";
import { json, out, plain, progress } from "../terminal/terminal.ts";

interface Options extends FarmFlags {}

interface LinkOptions extends Options {
  readonly label?: string;
  readonly seconds: number;
}

type OnSession = (command: Command, name: string, description: string) => Command;

const linkId = valueBy(
  LiveLinkId,
  "Give a link's id of 26 letters and digits; 'drover session links' lists them.",
);

/** Leave to watch a session for people without an account. */
export function linkCommands(command: Command, onSession: OnSession): void {
  onSession(command, "link", "create a link to watch the session without an account; shown only once")
    .option("--label <words>", "for whom", someText)
    .option("--seconds <n>", "how long the link works", wholeNumber(60, 7_200), 3_600)
    .action(link);
  onSession(command, "links", "list a session's live links").action(links);
  onSession(command, "unlink", "revoke a live link")
    .argument("<link>", "the link's id", linkId)
    .action(unlink);
}

async function link(id: string, { label, seconds, ...options }: LinkOptions): Promise<void> {
  const farm = await findFarm(options.dir);
  const made = await createSessionClient(farm).link(id, {
    expiresInSeconds: seconds,
    ...(label === undefined ? {} : { label }),
  });
  const page = new URL(made.page, farm.apiUrl).href;
  if (options.json) return json({ ...made, page });
  progress(plain(`${made.linkId}, until ${made.expiresAt}`));
  out(page);
}

async function links(id: string, options: Options): Promise<void> {
  const { items } = await createSessionClient(await findFarm(options.dir)).links(id);
  list(options, { items }, ["link", "for", "made at", "until", "revoked at"], rowOf);
}

const rowOf = ({ linkId: id, label = "", createdAt, expiresAt, revokedAt = "" }: LiveLinkResponse) => [
  id,
  label,
  createdAt,
  expiresAt,
  revokedAt,
];

async function unlink(id: string, which: string, options: Options): Promise<void> {
  const revoked = await createSessionClient(await findFarm(options.dir)).unlink(id, which);
  if (options.json) return json(revoked);
  out(plain(`${revoked.linkId} revoked at ${revoked.revokedAt}`));
}
