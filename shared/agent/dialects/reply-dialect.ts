import type { Message, MessageParam, Tool, ToolChoice } from "@anthropic-ai/sdk/resources/messages";
import type { AgentAction } from "../../contracts/agent-action.ts";

export interface ParsedReply {
  readonly thinking: string;
  readonly action: AgentAction;
}

/** What a dialect adds to every request; the same each time, so that it can be cached. */
export interface DialectRequest {
  /** Closes the system prompt: how to answer, and the actions unless `tools` carries them. */
  readonly instructions: string;
  readonly tools?: readonly Tool[];
  readonly toolChoice?: ToolChoice;
}

/** How a model is asked and how its reply is read (docs/spec.md I1.3). */
export interface Dialect {
  readonly request: DialectRequest;
  /**
   * @throws ValidationError, CoordinateOutOfRange, JSONParseError: the model can mend its reply
   * @throws ModelRefused
   */
  read(reply: Message): ParsedReply;
  /** The turns that show the model its own reply and what was wrong with it. */
  repair(reply: Message, problem: string): readonly MessageParam[];
}
