import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import type { GivenAction, ReadPlace } from "../replies/foreign-actions.ts";
import type { CoordinateSpace, Point } from "../targets/coordinate-space.ts";

/** What a reply says, before the catalogue has checked it. */
export interface ReadText {
  readonly thinking: string;
  readonly actions: readonly GivenAction[];
}

/** How a model writes its replies as text. */
export interface TextFormat {
  readonly space: CoordinateSpace;
  /** The whole system prompt: the same for every turn of every job. */
  readonly system: string;
  /** @throws ValidationError, CoordinateOutOfRange, JSONParseError */
  read(text: string, place: ReadPlace): ReadText;
  /** An action as the model itself would have said it. */
  write(action: GivenAction, place: (coordinate: Coordinate) => Point): string;
}
