import type { ReplyDialect } from "#shared/contracts/agent/model-settings.ts";
import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { displayText } from "#shared/text/display-text.ts";
import { groundingFormats, readGrounding } from "../dialects/grounding-formats.ts";
import type { ImagePart, ModelReply, ModelRequest } from "../models/model-provider.ts";
import { replyText, replyThoughts } from "../providers/reply-parts.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";

export interface GroundingInput {
  /** What to look for, in words: "the switch beside Wi-Fi". */
  readonly description: string;
  readonly picture: Omit<ImagePart, "type"> & { readonly size: ScreenSize };
  readonly dialect: ReplyDialect;
  /** One call of the grounding role's model. */
  ask(request: Pick<ModelRequest, "system" | "messages">): Promise<ModelReply>;
}

export interface Grounding {
  /** Normalised; null when the model says that it is not in the picture. */
  readonly coordinate: Coordinate | null;
  readonly thinking: string;
}

const longestDescription = 500;

/**
 * Locates something on the picture (docs/spec.md I1.3, I9.1). The model is asked once: the caller can continue
 * without it.
 * @throws ValidationError, JSONParseError, CoordinateOutOfRange for an answer that cannot be used; ModelRefused; what
 * `ask` throws
 */
export async function ground({ description, picture, dialect, ask }: GroundingInput): Promise<Grounding> {
  const format = groundingFormats[dialect];
  const { size, ...image } = picture;
  const text = format.ask(displayText(description, longestDescription), size);
  const reply = await ask({
    system: format.system === undefined ? [] : [{ type: "text", text: format.system }],
    messages: [
      {
        role: "user",
        parts: [
          { type: "image", ...image },
          { type: "text", text },
        ],
      },
    ],
  });
  checkStopReason(reply);
  const { coordinate, thinking } = readGrounding(format, replyText(reply), size);
  const thought = [replyThoughts(reply), thinking].filter((part) => part !== "").join("\n");
  return { coordinate, thinking: thought };
}
