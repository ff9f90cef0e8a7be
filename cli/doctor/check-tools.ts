import path from "node:path";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { ToolServer } from "#shared/contracts/agent/tool-server.ts";
import { listTools } from "#shared/mcp/list-tools.ts";
import { withToolServer } from "#shared/mcp/tool-connection.ts";
import { because } from "../terminal/because.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";

type Environment = Readonly<Record<string, string | undefined>>;
class OutOfReach extends Error {}

/** Asks every MCP server of the config what it offers, as a job that is about to begin does. */
export const checkTools = (
  { mcp, file }: Pick<ProjectConfig, "mcp" | "file">,
  environment: Environment,
): Promise<readonly Finding[]> =>
  Promise.all(
    Object.entries(mcp.servers).map(([name, server]) =>
      checkServer(name, server, file === null ? undefined : path.dirname(file), environment),
    ),
  );

async function checkServer(
  name: string,
  server: ToolServer,
  directory: string | undefined,
  environment: Environment,
): Promise<Finding> {
  const check = `mcp ${name}`;
  try {
    const access = { server, directory, secretOf: async (source: string) => secretIn(source, environment) };
    const tools = await withToolServer(access, (connection) => listTools(name, connection));
    return ok(check, tools.map((tool) => tool.name).join(", ") || "it offers no tools");
  } catch (error) {
    const why = because(error);
    if (error instanceof Error && error.name === OutOfReach.name)
      return warn(check, why, "It can only be asked where that secret can be read.");
    return fail(
      check,
      `It does not answer: ${why}`,
      `Correct mcp.servers.${name} in drover.config.ts, or start the server.`,
    );
  }
}

function secretIn(source: string, environment: Environment): string {
  const place = source.slice(source.indexOf(":") + 1);
  if (source.startsWith("secret:"))
    throw Object.assign(new OutOfReach(`Its secret is in Secrets Manager: ${place}.`), {
      name: OutOfReach.name,
    });
  const value = environment[place];
  if (value) return value;
  throw new Error(`${place} is not set`);
}
