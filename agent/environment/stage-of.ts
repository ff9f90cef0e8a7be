import { Stage } from "#shared/contracts/values/stage.ts";

/** The deployment that a function belongs to. */
export const stageOf = ({
  environment,
}: {
  readonly environment: { readonly DROVER_STAGE: string };
}): Stage => Stage.parse(environment.DROVER_STAGE);
