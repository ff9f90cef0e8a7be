import type { Observation } from "#shared/contracts/device/observation.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { displayText } from "#shared/text/display-text.ts";
import type { ImagePart, ModelPart } from "../models/model-provider.ts";
import { fenced, lines, section } from "../prompt/prompt-text.ts";

/** A screen as a recovery's roles are told it. */
export interface RecoveryScreen {
  readonly observation: Observation | null;
  readonly tree: SemanticUITree | null;
}

/** For a model that sees. */
export type RecoveryPicture = Omit<ImagePart, "type">;

export function screenSection(name: string, { observation, tree }: RecoveryScreen, marker: string): string {
  const app = observation?.package ?? tree?.app_package ?? "";
  const keyboard = observation?.keyboardShown ?? tree?.keyboard_shown ?? false;
  const facts = lines([
    `app: ${displayText(tree?.app_name ?? "", 80)} (${displayText(app, 223)})`,
    `activity: ${displayText(observation?.activity ?? tree?.activity ?? "", 300)}`,
    `keyboard: ${keyboard ? "shown" : "hidden"}`,
  ]).trimEnd();
  const elements = tree === null ? "The elements of the screen are not known." : semanticText(tree);
  return section(name, fenced(marker, `${facts}\n\n${elements}`));
}

/** The text with the picture before it, as prompts of the agent have it. */
export const partsOf = (text: string, picture: RecoveryPicture | undefined): readonly ModelPart[] => [
  ...(picture === undefined ? [] : [{ type: "image", ...picture } as const]),
  { type: "text", text },
];
