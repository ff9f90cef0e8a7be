import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { PlaceWriter } from "#shared/screen/semantic-text.ts";
import { dialects } from "../dialects/dialect-registry.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";

interface Shown {
  readonly observation: Pick<Observation, "screen" | "modelPicture">;
  /** Absent when the model is shown no picture. */
  readonly screenshot?: unknown;
}

/** What the model's points are measured in: the picture it is shown, or the screen when it is shown none. */
export const pointedSize = ({ observation, screenshot }: Shown): ScreenSize =>
  (screenshot === undefined ? null : observation.modelPicture) ?? observation.screen;

/** The same at an earlier step: what is told of it stays as it is, whatever is shown now. Of old ones it is not known. */
export const sizeAt = ({ before, picture }: Pick<Step, "before" | "picture">, now: Shown): ScreenSize =>
  picture === undefined
    ? pointedSize(now)
    : pointedSize({ observation: before, ...(picture.sent ? { screenshot: true } : {}) });

/** Undefined where places are told as shares of the screen, as the element map has them. */
export function placeWriter(shown: Shown & { readonly dialect: ReplyDialect }): PlaceWriter | undefined {
  const { space } = dialects[shown.dialect];
  if (space === coordinateSpaces.normalised) return undefined;
  return (coordinate) => {
    const [x, y] = space.fromNormalised(coordinate, pointedSize(shown));
    return [String(x), String(y)];
  };
}
