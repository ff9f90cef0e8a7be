import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import * as z from "zod";
import type { PolicyBounds } from "#shared/contracts/job/policy.ts";
import { droverCommand } from "#shared/project-files.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { out, plain, progress } from "../../terminal/terminal.ts";
import { type McpClientName, type McpEntry, mcpClients } from "./mcp-clients.ts";

export interface McpInstallOptions {
  readonly dir: string;
  readonly project: string;
  readonly readOnly?: boolean;
  readonly policy?: PolicyBounds;
  readonly print?: boolean;
}

const serverName = "drover";
const Configuration = z.record(z.string(), z.unknown());

/** Adds this server to a client's file, or changes it there; everything else in it stays. @throws CommandFailure */
export async function installMcp(client: McpClientName, options: McpInstallOptions): Promise<void> {
  if (!Object.hasOwn(mcpClients, client))
    throw new CommandFailure(exitCodes.usage, `There is no client '${plain(client)}'.`, [
      `Give one of: ${Object.keys(mcpClients).join(", ")}.`,
      "Any other client takes the command that 'drover mcp install claude-code --print' shows.",
    ]);
  const { file: fileOf, field, entry } = mcpClients[client];
  const places = { project: path.resolve(options.project), home: homedir(), platform: process.platform };
  const file = fileOf(places);
  const server = entry(entryOf(options));
  if (options.print) {
    progress(`into ${file}:`);
    return out(JSON.stringify({ [field]: { [serverName]: server } }, null, 2));
  }
  const known = await readConfiguration(file);
  const servers = Configuration.safeParse(known[field] ?? {});
  if (!servers.success) throw unusable(file, `its '${field}' is no object`);
  await replaceFile(file, { ...known, [field]: { ...servers.data, [serverName]: server } });
  out(`${file}: ${client} starts '${serverName}' from now on`);
}

function entryOf({ dir, readOnly, policy }: McpInstallOptions): McpEntry {
  const { DROVER_PROFILE: profile } = process.env;
  const flags = [
    ...(readOnly ? ["--read-only"] : []),
    ...(policy === undefined ? [] : ["--policy", JSON.stringify(policy)]),
  ];
  return {
    command: process.execPath,
    args: [droverCommand, "mcp", "--dir", path.resolve(dir), ...flags],
    ...(profile ? { env: { DROVER_PROFILE: profile } } : {}),
  };
}

async function readConfiguration(file: string): Promise<Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw unusable(file, error.message);
  });
  try {
    return Configuration.parse(JSON.parse(text.trim() || "{}"));
  } catch {
    throw unusable(file, "it is not plain JSON with an object at its top");
  }
}

const unusable = (file: string, why: string): CommandFailure =>
  new CommandFailure(exitCodes.usage, `${file} cannot be changed: ${why}.`, [
    "Give --print, and put what it prints there yourself.",
  ]);

/** Whole or not at all. */
async function replaceFile(file: string, content: object): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, `${JSON.stringify(content, null, 2)}\n`);
  await rename(beside, file);
}
