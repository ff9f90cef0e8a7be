import { cp, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { configFileName, loadProjectConfig } from "#shared/config/load-project-config.ts";
import type { FarmProviders } from "#shared/contracts/agent/provider-settings.ts";
import type { ToolServers } from "#shared/contracts/agent/tool-server.ts";
import type { Retention } from "#shared/contracts/farm/retention.ts";
import type { TracingConfig } from "#shared/contracts/farm/tracing-config.ts";
import { configModule } from "#shared/project-files.ts";
import { esbuildOptions } from "./bundling.ts";

interface BundledConfig {
  readonly configDirectory: string;
  readonly configProviders: FarmProviders;
  readonly configToolServers: ToolServers;
  readonly configTracing: TracingConfig;
  readonly retention: Retention;
}

/**
 * Writes a project's config with all that it imports as one module into its own folder, and reads it as a function
 * will, so that what is wrong with it is said before anything is deployed. Answers what the stacks need of it.
 * @throws ConfigurationInvalid · Error of esbuild, which has told where
 */
export async function bundleConfig(file: string): Promise<BundledConfig> {
  const directory = await mkdtemp(path.join(tmpdir(), "drover-config-"));
  const outfile = path.join(directory, configFileName);
  // Large, and only needed where there is a config: installed beside Drover with CDK.
  const { build } = await import("esbuild");
  await build({
    entryPoints: [file],
    outfile,
    ...esbuildOptions,
    alias: { "@drover/cli/config": configModule },
    conditions: ["@drover/source"],
  });
  await copyHints(path.dirname(file), directory);
  const { providers, mcp, retention, tracing } = await loadProjectConfig({ DROVER_CONFIG_FILE: outfile });
  return {
    configDirectory: directory,
    configProviders: providers,
    configToolServers: mcp.servers,
    configTracing: tracing,
    retention,
  };
}

/** What the project tells agents of its apps, where it tells anything (agent/environment/app-hints.ts). */
async function copyHints(from: string, to: string): Promise<void> {
  const isHint = (source: string): boolean => path.dirname(source) === from || source.endsWith(".md");
  await cp(path.join(from, "apps"), path.join(to, "apps"), { recursive: true, filter: isHint }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    },
  );
}
