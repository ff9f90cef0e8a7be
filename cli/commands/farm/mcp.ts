import { once } from "node:events";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { type Command, Option } from "commander";
import type { PolicyBounds } from "#shared/contracts/job/policy.ts";
import { dirFlag, dirOption, findFarm } from "../../find-farm.ts";
import { installMcp, type McpInstallOptions } from "../../mcp/install/install-mcp.ts";
import { type McpClientName, mcpClients } from "../../mcp/install/mcp-clients.ts";
import { createMcpServer, type McpServerOptions } from "../../mcp/mcp-server.ts";
import { mcpPath, serveMcpHttp } from "../../mcp/serve-http.ts";
import { policyBounds } from "../../options/job-values.ts";
import { someText } from "../../options/option-values.ts";
import { portNumber } from "../../options/whole-number.ts";
import { interruptSignal } from "../../terminal/interrupt-signal.ts";
import { out, progress } from "../../terminal/terminal.ts";

interface ServeOptions {
  readonly dir: string;
  readonly readOnly?: boolean;
  readonly policy?: PolicyBounds;
  readonly http?: boolean;
  readonly port?: number;
}

const readOnlyOption = ["--read-only", "offer only the tools that change nothing"] as const;
const policyOption = [
  "--policy <bounds>",
  "policy for everything started through it: JSON, or a JSON file",
  policyBounds,
] as const;

export function mcpCommand(command: Command): Command {
  command
    .command("install")
    .description("write this server into the configuration of a client")
    .argument("<client>", Object.keys(mcpClients).join(", "))
    .option("--project <dir>", "the project's folder, for clients configured per project", someText, ".")
    .option("--print", "print what would be written, and where, and write nothing")
    .option(...readOnlyOption)
    .option(...policyOption)
    .option(...dirOption)
    .action((client: string, options: McpInstallOptions) => installMcp(client as McpClientName, options));
  return command
    .option("--http", "over streamable HTTP on this machine, for clients that bring a token of the farm")
    .addOption(
      new Option("--port <port>", "port of --http; 0: any free one")
        .argParser(portNumber)
        .implies({ http: true }),
    )
    .option(...readOnlyOption)
    .option(...policyOption)
    .option(...dirOption)
    .action((options: ServeOptions) =>
      options.http ? serveHttp(options) : serveStdio(stdioOptions(options)),
    );
}

const stdioOptions = ({ dir, readOnly = false, policy }: ServeOptions) => ({
  farm: () => findFarm(dir),
  readOnly,
  policy,
});

const usualPort = 4_180;

async function serveHttp({ dir, readOnly = false, policy, port = usualPort }: ServeOptions): Promise<void> {
  using interrupt = interruptSignal(() => progress("stopping"));
  const { apiUrl } = await findFarm(dir);
  const server = await serveMcpHttp({ apiUrl, readOnly, policy, port });
  out(`${server.url}${mcpPath}`);
  progress(`clients must send 'Authorization: Bearer <token>' with a token of ${apiUrl}${dirFlag(dir)}`);
  if (!interrupt.signal.aborted) await once(interrupt.signal, "abort");
  await server.close();
}

/** Speaks MCP over standard input and output until its client closes them, and gives back what it leased. */
async function serveStdio(options: McpServerOptions): Promise<void> {
  using interrupt = interruptSignal(() => undefined);
  const { server, released } = createMcpServer(options);
  const transport = new StdioServerTransport();
  transport.onerror = (error) => progress(`a message that cannot be read: ${error.message}`);
  await server.connect(transport);
  const ended = once(process.stdin, "end", { signal: interrupt.signal }).catch(() => undefined);
  await Promise.race([ended, released]);
  await server.close();
  await released;
}
