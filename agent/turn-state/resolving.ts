import type { ResolveContext } from "#shared/actions/action-definition.ts";
import { coordinateOf } from "#shared/extensions/coordinate-transform.ts";
import { projectConfig } from "../environment/project-config.ts";
import type { TurnState } from "./read-turn.ts";

/** What a turn's choice is resolved with: its screen, the device's apps, and the project's way from pixels to places. */
export async function resolving({
  job,
  tree,
  apps,
  talk,
}: Pick<TurnState, "job" | "tree" | "apps" | "talk">): Promise<
  ResolveContext & Required<Pick<ResolveContext, "coordinateOf">>
> {
  const { coordinateTransform } = await projectConfig();
  const device = job.deviceFacts ?? { model: "", apiLevel: 0 };
  return {
    tree,
    apps: apps ?? [],
    tools: talk.tools.map(({ name }) => name),
    coordinateOf: (pixel, screen) => coordinateOf(pixel, screen, device, coordinateTransform),
  };
}
