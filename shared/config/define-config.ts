// The module `@drover/cli/config`: all that a drover.config.ts needs of Drover.
import type * as zod from "zod";
import type { DeviceActionDefinition } from "../actions/action-definition.ts";
import type { ChainAgent } from "../extensions/chain-agent.ts";
import type { CoordinateTransform } from "../extensions/coordinate-transform.ts";
import type { Middleware } from "../extensions/middleware.ts";
import type { DroverConfig } from "./drover-config.ts";

export * as z from "zod";
export { defineAction } from "../actions/action-definition.ts";
export { Coordinate } from "../contracts/values/coordinate.ts";
export { DroverError } from "../errors/drover-error.ts";

type Functions = "actions" | "middleware" | "chain" | "coordinateTransform";

/** What `defineConfig` takes. */
export interface ConfigInput extends Omit<zod.input<typeof DroverConfig>, Functions> {
  readonly actions?: readonly DeviceActionDefinition[];
  readonly middleware?: readonly Middleware[];
  readonly chain?: readonly ChainAgent[];
  readonly coordinateTransform?: CoordinateTransform;
}

/** Answers what it is given; an editor learns from it what a config may hold. */
export const defineConfig = (config: ConfigInput): ConfigInput => config;
