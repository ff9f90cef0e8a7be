import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { ImagePart, ModelPart } from "../models/model-provider.ts";
import { fenced, lines, section } from "../prompt/prompt-text.ts";

/** A screen as a role that only judges it is shown it. */
export interface ToldScreen {
  readonly observation: Observation;
  /** null: it could not be read, or the job shows its models no word of the screen. */
  readonly tree: SemanticUITree | null;
  /** Absent when the role sees no pictures, or there is none. */
  readonly screenshot?: Omit<ImagePart, "type"> | undefined;
}

function screenText({ observation, tree, screenshot }: ToldScreen): string {
  if (tree === null) {
    return screenshot === undefined ? "The screen could not be read." : "The screen is in the picture.";
  }
  return lines([
    `app: ${displayText(tree.app_name, 80)} (${displayText(observation.package, 223)})`,
    `activity: ${displayText(observation.activity, 300)}`,
    `keyboard: ${observation.keyboardShown ? "shown" : "hidden"}`,
    tree.elements.length === 0 ? "The screen has no elements." : semanticText(tree),
  ]).trimEnd();
}

/** The screen as text between fences, and its picture before it. */
export const screenParts = (screen: ToldScreen, marker: string): readonly ModelPart[] => [
  ...(screen.screenshot === undefined ? [] : [{ type: "image" as const, ...screen.screenshot }]),
  { type: "text", text: lines([section("screen", fenced(marker, screenText(screen)))]) },
];
