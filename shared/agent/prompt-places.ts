import type { ScreenSize } from "../contracts/coordinate.ts";
import type { ReplyDialect } from "../contracts/model-settings.ts";
import type { Observation } from "../contracts/observation.ts";
import type { PlaceWriter } from "../domain/semantic-text.ts";
import { coordinateSpaces } from "./dialects/coordinate-space.ts";
import { dialects } from "./dialects/registry.ts";

interface Shown {
  readonly observation: Pick<Observation, "screen" | "modelPicture">;
  /** Absent when the model is shown no picture. */
  readonly screenshot?: unknown;
}

/** What the model's points are measured in: the picture it is shown, or the screen when it is shown none. */
export const pointedSize = ({ observation, screenshot }: Shown): ScreenSize =>
  (screenshot === undefined ? null : observation.modelPicture) ?? observation.screen;

/** Undefined where places are told as shares of the screen, as the element map has them. */
export function placeWriter(shown: Shown & { readonly dialect: ReplyDialect }): PlaceWriter | undefined {
  const { space } = dialects[shown.dialect];
  if (space === coordinateSpaces.normalised) return undefined;
  return (coordinate) => {
    const [x, y] = space.fromNormalised(coordinate, pointedSize(shown));
    return [String(x), String(y)];
  };
}
