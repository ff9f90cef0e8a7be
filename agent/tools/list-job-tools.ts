import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { OfferedTool } from "#shared/contracts/agent/tool.ts";
import type { ToolList } from "#shared/contracts/agent/tool-list.ts";
import { toolListKey } from "#shared/contracts/farm/keys.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ToolAccess } from "#shared/mcp/tool-connection.ts";
import { allowsTool, serversOf } from "#shared/rules/tool-rules.ts";
import type { Services } from "../runtime/services.ts";
import { toolAccess } from "./tool-access.ts";

interface Listing {
  readonly until: number;
  readonly tools: Promise<readonly OfferedTool[]>;
}

/** A batch of jobs need not start every server for each of them. */
const keptMilliseconds = 5 * 60_000;
const kept = new Map<string, Listing>();

/**
 * Asks the servers that the job's rules name what they offer, and keeps what the rules allow: the job's prompts say the same
 * from the first turn to the last, whatever a server makes of its descriptions meanwhile. A server that does not answer does
 * not keep the job from running.
 */
export async function listJobTools(
  job: Pick<Job, "tenantId" | "jobId" | "tools">,
  config: ProjectConfig,
  runtime: Pick<Services, "artifacts" | "logger" | "now">,
): Promise<void> {
  const { tenantId, jobId, tools: rules } = job;
  if (rules.length === 0) return;
  const away: string[] = [];
  const listed = await Promise.all(
    serversOf(rules).map(async (server) => {
      try {
        return await toolsOf(server, config, runtime.now().getTime());
      } catch (error) {
        away.push(server);
        const why = error instanceof Error ? error.message : String(error);
        runtime.logger.warn("an MCP server does not respond", { server, why });
        return [];
      }
    }),
  );
  const tools = listed.flat().filter(({ name }) => allowsTool(rules, name));
  const list: ToolList = {
    schemaVersion: 1,
    tools: tools.map((tool) => ({ ...tool, inputSchema: { ...tool.inputSchema } })),
    away: away.sort(),
  };
  await runtime.artifacts.put(toolListKey(tenantId, jobId), JSON.stringify(list), "application/json");
}

/** The client of MCP is large, and few jobs have such tools: it is loaded for the first that has. */
async function askServer(name: string, access: ToolAccess): Promise<readonly OfferedTool[]> {
  const [{ withToolServer }, { listTools }] = await Promise.all([
    import("#shared/mcp/tool-connection.ts"),
    import("#shared/mcp/list-tools.ts"),
  ]);
  return withToolServer(access, (connection) => listTools(name, connection));
}

function toolsOf(name: string, config: ProjectConfig, now: number): Promise<readonly OfferedTool[]> {
  const known = kept.get(name);
  if (known !== undefined && now < known.until) return known.tools;
  const access = toolAccess(name, config);
  const tools =
    access === undefined
      ? Promise.reject(new Error("the project's config names no such server"))
      : askServer(name, access);
  kept.set(name, { until: now + keptMilliseconds, tools });
  // A failure is not kept: the server may be there next time.
  tools.catch(() => kept.delete(name));
  return tools;
}
