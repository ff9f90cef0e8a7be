// The module `drover/config`: all that a drover.config.ts needs of Drover.
import type * as z from "zod";
import type { DroverConfig } from "./drover-config.ts";

/** Answers what it is given; an editor learns from it what a config may hold. */
export const defineConfig = (config: z.input<typeof DroverConfig>): z.input<typeof DroverConfig> => config;
