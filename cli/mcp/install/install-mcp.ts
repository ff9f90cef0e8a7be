import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import path from "node:path";
import type { PolicyBounds } from "#shared/contracts/job/policy.ts";
import { droverCommand, projectRoot } from "#shared/project-files.ts";
import { defaultFarmDirectory } from "../../find-farm.ts";
import { because } from "../../terminal/because.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { out, plain, progress } from "../../terminal/terminal.ts";
import { type McpClient, type McpClientName, type McpEntry, mcpClients } from "./mcp-clients.ts";
import { writeJsonServer, writeTomlServer } from "./server-files.ts";

export interface McpInstallOptions {
  readonly dir: string;
  readonly project: string;
  readonly readOnly?: boolean;
  readonly policy?: PolicyBounds;
  readonly print?: boolean;
}

const serverName = "drover";

/** Adds this server to a client's file, or changes it there; everything else in it stays. @throws CommandFailure */
export async function installMcp(name: McpClientName, options: McpInstallOptions): Promise<void> {
  if (!Object.hasOwn(mcpClients, name))
    throw new CommandFailure(exitCodes.usage, `There is no client '${plain(name)}'.`, [
      `Give one of: ${Object.keys(mcpClients).join(", ")}.`,
      "For another client, use the command that 'drover mcp install claude-code --print' shows.",
    ]);
  const client: McpClient = mcpClients[name];
  const places = { project: path.resolve(options.project), home: homedir(), platform: process.platform };
  const file = client.file(places);
  const server = client.entry(entryOf(client, places.project, options));
  const write = client.format === "toml" ? writeTomlServer : writeJsonServer;
  const place = { field: client.field, name: serverName };
  if (options.print) {
    progress(`into ${file}:`);
    return out(write("", place, server).trimEnd());
  }
  const known = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw unusable(file, error.message);
  });
  await replaceFile(
    file,
    written(file, () => write(known, place, server)),
  );
  out(`${file}: ${name} now starts '${serverName}'`);
}

/** In a file that others get too nothing of this machine; in one of this machine what works wherever the client starts it. */
function entryOf({ shared }: McpClient, project: string, options: McpInstallOptions): McpEntry {
  const { DROVER_PROFILE: profile } = process.env;
  const dir = path.relative(project, path.resolve(options.dir));
  const flags = [
    ...(shared ? (dir === defaultFarmDirectory ? [] : ["--dir", dir]) : ["--dir", path.resolve(options.dir)]),
    ...(options.readOnly ? ["--read-only"] : []),
    ...(options.policy === undefined ? [] : ["--policy", JSON.stringify(options.policy)]),
  ];
  const { command, args } = shared ? sharedCommand(project) : here;
  return {
    command,
    args: [...args, "mcp", ...flags],
    ...(profile ? { env: { DROVER_PROFILE: profile } } : {}),
  };
}

const here = { command: process.execPath, args: [droverCommand] };

/** The package by its name; in Drover's own repository its launcher, by a path that every clone has. */
const sharedCommand = (project: string) =>
  project === projectRoot
    ? { command: "node", args: [path.relative(project, droverCommand)] }
    : { command: "npx", args: ["-y", "@drover/cli"] };

function written(file: string, write: () => string): string {
  try {
    return write();
  } catch (error) {
    throw unusable(file, because(error));
  }
}

const unusable = (file: string, why: string): CommandFailure =>
  new CommandFailure(exitCodes.usage, `${file} cannot be changed: ${why}.`, [
    "Print the entry with --print, and add it yourself.",
  ]);

/** Whole or not at all. */
async function replaceFile(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const beside = `${file}.${process.pid}.tmp`;
  await writeFile(beside, content);
  await rename(beside, file);
}
