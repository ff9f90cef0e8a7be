import { displayText } from "#shared/text/display-text.ts";
import type { TextPart } from "../models/model-provider.ts";
import type { PromptInput } from "./prompt-input.ts";
import { fenced, section } from "./prompt-text.ts";

/** What the job's sender tells beside the task; results of earlier parts were read from the device. */
export const toldBeside = ({
  background,
  partsBefore = [],
  marker,
}: PromptInput): readonly (string | false)[] => [
  background !== undefined && section("background", background),
  partsBefore.length > 0 &&
    section(
      "done_before",
      fenced(
        marker,
        partsBefore
          .map(({ text, result }, at) => `${at + 1}. ${displayText(text, 300)}: ${displayText(result, 500)}`)
          .join("\n"),
      ),
    ),
];

/** The sender's own instructions, after Drover's, which stay the same for every job. */
export const ownInstructions = ({ systemPrompt }: PromptInput): readonly TextPart[] =>
  systemPrompt === undefined ? [] : [{ type: "text", text: `\nInstructions of this job:\n${systemPrompt}` }];

/** Of the blackboard, the newest. */
const toldEntries = 12;

/** What the other roles told: their agents may quote their screens. */
export const toldByRoles = ({ blackboard = [], marker }: PromptInput): string | false =>
  blackboard.length > 0 &&
  section(
    "blackboard",
    fenced(
      marker,
      blackboard
        .slice(-toldEntries)
        .map(({ key, from, text }) => `${displayText(key, 60)} (from ${from}): ${displayText(text, 500)}`)
        .join("\n"),
    ),
  );
