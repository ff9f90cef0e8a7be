import { Stage } from "#shared/contracts/farm/stage.ts";

/** The deployment that a function belongs to. */
export const stageOf = ({
  environment,
}: {
  readonly environment: { readonly DROVER_STAGE: string };
}): Stage => Stage.parse(environment.DROVER_STAGE);
