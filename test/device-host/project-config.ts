import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { DroverConfig } from "#shared/config/drover-config.ts";

/** As a project's drover.config.ts says it. */
export const projectConfig = (said: Parameters<typeof DroverConfig.parse>[0]) => ({
  ...DroverConfig.parse(said),
  file: null,
  catalogue: builtInActions,
});
