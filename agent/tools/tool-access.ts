import path from "node:path";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ToolAccess } from "#shared/mcp/tool-connection.ts";
import { readSecret } from "../environment/read-secret.ts";
import { runtimeEnvironment } from "../environment/runtime-environment.ts";

/** How a server of the config is reached from a function; undefined: the config has none of that name. */
export function toolAccess(name: string, { mcp, file }: ProjectConfig): ToolAccess | undefined {
  const server = Object.hasOwn(mcp.servers, name) ? mcp.servers[name] : undefined;
  if (server === undefined) return undefined;
  const directory = file === null ? undefined : path.dirname(file);
  return { server, directory, secretOf: (source) => secretOf(name, source) };
}

async function secretOf(server: string, source: string): Promise<string> {
  const place = source.slice(source.indexOf(":") + 1);
  if (source.startsWith("secret:")) return readSecret(place, runtimeEnvironment());
  const value = runtimeEnvironment()[place];
  if (value) return value;
  throw new DroverError(
    "ConfigurationInvalid",
    `A secret of the MCP server '${server}' should be in ${place}, which is not set.`,
  );
}
