import { loadProjectConfig, type ProjectConfig } from "#shared/config/load-project-config.ts";
import { runtimeEnvironment } from "./runtime-environment.ts";

/** The project's config, for a function of which contracts/functions.ts says that it reads it. */
export const projectConfig = (): Promise<ProjectConfig> => loadProjectConfig(runtimeEnvironment());
