import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { ModelMessage, ModelReply, ModelRequest } from "../models/model-provider.ts";
import type { CoordinateSpace } from "../targets/coordinate-space.ts";

export interface ParsedReply {
  /** What the reply says beside its actions, or in them; what the model reasoned before it is no part of it. */
  readonly thinking: string;
  /** At least one, in the order in which they are to be done; their coordinates are normalised. */
  readonly actions: readonly StoredAction[];
  /** What the agent expects to see when the actions are done, when it says so. */
  readonly expect?: string;
  /** From 0 to 1, when the reply says how sure it is of its place. */
  readonly confidence?: number;
}

/** What a dialect adds to every request; the same each time, so that it can be cached. */
export interface DialectRequest extends Pick<ModelRequest, "tools" | "toolChoice" | "parallelToolCalls"> {
  /**
   * How to answer, and the actions unless `tools` carries them. Closes the system prompt of a dialect that shows
   * elements; is all of it for one that needs the picture.
   */
  readonly instructions: string;
}

export interface ReadContext {
  readonly actions: ActionCatalogue;
  /** Of the picture that the model was shown, or of the screen when it was shown none. */
  readonly size: ScreenSize;
  /** Stands for a place that cannot be read; absent: that is an error. */
  readonly unreadPlace?: Coordinate;
}

/** How a model is asked and how its reply is read (docs/dialects.md, docs/spec.md I1.3). */
export interface Dialect {
  readonly space: CoordinateSpace;
  request(actions: ActionCatalogue): DialectRequest;
  /**
   * @throws ValidationError, CoordinateOutOfRange, JSONParseError: the model can mend its reply
   * @throws ModelRefused
   */
  read(reply: ModelReply, context: ReadContext): ParsedReply;
  /** The turns that show the model its own reply and what was wrong with it. */
  repair(reply: ModelReply, problem: string): readonly ModelMessage[];
  /** An earlier action in the model's own words and unit. */
  tell(action: StoredAction, context: ReadContext): string;
}
