import type { StoredAction } from "../../contracts/stored-action.ts";
import type { ActionCatalogue } from "../actions/action-catalogue.ts";
import type { ModelMessage, ModelReply, ModelRequest } from "../providers/model-provider.ts";

export interface ParsedReply {
  readonly thinking: string;
  readonly action: StoredAction;
}

/** What a dialect adds to every request; the same each time, so that it can be cached. */
export interface DialectRequest extends Pick<ModelRequest, "tools" | "toolChoice" | "parallelToolCalls"> {
  /** Closes the system prompt: how to answer, and the actions unless `tools` carries them. */
  readonly instructions: string;
}

/** How a model is asked and how its reply is read (docs/spec.md I1.3). */
export interface Dialect {
  request(catalogue: ActionCatalogue): DialectRequest;
  /**
   * @throws ValidationError, CoordinateOutOfRange, JSONParseError: the model can mend its reply
   * @throws ModelRefused
   */
  read(reply: ModelReply, catalogue: ActionCatalogue): ParsedReply;
  /** The turns that show the model its own reply and what was wrong with it. */
  repair(reply: ModelReply, problem: string): readonly ModelMessage[];
}
